-- The fence between servers on one database, of which a file has but one: these stay empty here.
CREATE TABLE nodes (
  number   INTEGER PRIMARY KEY AUTOINCREMENT,
  begun_ms BIGINT NOT NULL
);
CREATE TABLE pens (
  node BIGINT NOT NULL REFERENCES nodes (number),
  pen  BIGINT NOT NULL,
  ms   BIGINT NOT NULL,
  PRIMARY KEY (node, pen)
) WITHOUT ROWID;
