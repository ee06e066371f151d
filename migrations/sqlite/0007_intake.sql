-- The journal's way in: what one commit appends, as it comes, in one row. Sorted into `events` now and then, many records
-- of a table in one row there: each append a row of its own table's journal would be a page to write for every move.
CREATE TABLE intake (
  number INTEGER PRIMARY KEY,
  ms     BIGINT NOT NULL,                        -- when the last of the records was made
  body   TEXT   NOT NULL                         -- JSON: [table_number, seq, records as in `events`] for each append
);
