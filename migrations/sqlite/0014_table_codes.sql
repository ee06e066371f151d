-- Short addresses: `/t/{code}` leads to a table, and later to its game. Given to whoever asks for one, and then kept.
CREATE TABLE table_codes (
  code     TEXT NOT NULL PRIMARY KEY,
  table_id BLOB NOT NULL UNIQUE
) WITHOUT ROWID;
