-- The fence between servers on one database: whoever starts deletes the pens of all others, and a commit that does not find its own
-- is not made.
CREATE TABLE nodes (                         -- each start of a server
  number   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  begun_ms BIGINT NOT NULL
);
CREATE TABLE pens (                          -- a row for each connection that writes, which each of its commits updates
  node BIGINT NOT NULL REFERENCES nodes (number),
  pen  BIGINT NOT NULL,
  ms   BIGINT NOT NULL,                      -- when the last record was made that it has appended
  PRIMARY KEY (node, pen)
);
