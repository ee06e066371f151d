-- Several servers as one house: which of them live, which of them owns which tables, and which of them has appended what. A server
-- alone has no use for any of it.
ALTER TABLE nodes ADD COLUMN weight BIGINT NOT NULL DEFAULT 0;  -- its share of the slots, beside those of others
CREATE TABLE beats (                      -- of those that nobody has condemned; a row that no commit locks
  node    BIGINT  PRIMARY KEY REFERENCES nodes (number),
  n       BIGINT  NOT NULL,               -- how many it has made
  ms      BIGINT  NOT NULL,               -- when it made the last one, by the database's clock
  hears   TEXT    NOT NULL,               -- JSON: numbers of the nodes that it has heard of late, itself included
  leaving BOOLEAN NOT NULL                -- whether it is on its way out
);
CREATE TABLE slots (                      -- tables by the lowest ten bits of their ids; a slot without a row has no owner
  slot BIGINT PRIMARY KEY CHECK (slot BETWEEN 0 AND 1023),
  node BIGINT NOT NULL REFERENCES nodes (number)
);
ALTER TABLE intake ADD COLUMN node BIGINT NOT NULL DEFAULT 0;   -- who has appended it; 0 for a server alone
ALTER TABLE outages ADD COLUMN slot BIGINT;                     -- whose tables stood still; none where all did
