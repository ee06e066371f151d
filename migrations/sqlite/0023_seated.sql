-- Whose tables are open or playing, where they sit or a seat is kept for them: so that everybody finds their own, from wherever they come.
CREATE TABLE seated (
  player       BLOB   NOT NULL,
  table_number BIGINT NOT NULL,
  PRIMARY KEY (player, table_number)
) WITHOUT ROWID;
CREATE INDEX seated_table ON seated (table_number);
