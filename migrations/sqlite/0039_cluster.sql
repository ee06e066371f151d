-- Several servers as one house, of which a file has but one: `beats` and `slots` stay empty here.
ALTER TABLE nodes ADD COLUMN weight BIGINT NOT NULL DEFAULT 0;
CREATE TABLE beats (
  node    BIGINT  PRIMARY KEY REFERENCES nodes (number),
  n       BIGINT  NOT NULL,
  ms      BIGINT  NOT NULL,
  hears   TEXT    NOT NULL,
  leaving INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE slots (
  slot BIGINT PRIMARY KEY CHECK (slot BETWEEN 0 AND 1023),
  node BIGINT NOT NULL REFERENCES nodes (number)
) WITHOUT ROWID;
ALTER TABLE intake ADD COLUMN node BIGINT NOT NULL DEFAULT 0;
ALTER TABLE outages ADD COLUMN slot BIGINT;
