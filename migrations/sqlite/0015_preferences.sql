-- How players like the page: a document in JSON, whose fields the protocol knows and bounds.
CREATE TABLE preferences (
  player     BLOB   NOT NULL PRIMARY KEY,
  document   TEXT   NOT NULL,
  changed_ms BIGINT NOT NULL
) WITHOUT ROWID;
