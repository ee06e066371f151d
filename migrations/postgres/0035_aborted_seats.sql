-- Who sat at a table, or had a seat kept for them, when its game was aborted: so that they find it among all that is kept of them. What was aborted
-- before is not in it.
CREATE TABLE aborted_seats (
  player       UUID   NOT NULL,
  table_number BIGINT NOT NULL,
  PRIMARY KEY (player, table_number)
);
