-- What was said at tables: kept for a while after it was. `room` is 0 for the players', 1 for the watchers'.
CREATE TABLE chat (
  table_id UUID   NOT NULL,
  room     BIGINT NOT NULL,
  n        BIGINT NOT NULL,
  ms       BIGINT NOT NULL,
  player   UUID   NOT NULL,
  name     TEXT   NOT NULL,                      -- as it was then
  seat     BIGINT,                               -- in the players' room
  words    TEXT   NOT NULL,                      -- Words as JSON
  request  UUID   NOT NULL,                      -- the speaker's own id for it
  PRIMARY KEY (table_id, room, n)
);
CREATE UNIQUE INDEX chat_request ON chat (player, request);
CREATE INDEX chat_ms ON chat (ms);

-- How many tables somebody has set up that are not over.
CREATE INDEX wishes_table ON wishes (table_id);
