-- A session has a number, by which it is told of and ended: never its token. One that a seat's link has opened is for that
-- seat's table alone, and goes with the game or when the seat is given up.
ALTER TABLE sessions RENAME TO old_sessions;
ALTER TABLE old_sessions RENAME CONSTRAINT sessions_pkey TO old_sessions_pkey;
CREATE TABLE sessions (
  number       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- never used again
  token_hash   BYTEA  NOT NULL UNIQUE,
  player       BIGINT NOT NULL REFERENCES players (number),
  table_number BIGINT,                                           -- the one table that it is for, if it is for one
  created_ms   BIGINT NOT NULL,
  used_ms      BIGINT NOT NULL                                   -- to the day
);
-- Until now a seat's link opened a session like any other, though it was said to end with the game: those end here. All
-- others were made together with their player. When they were last used is not known; not after the house was last open.
INSERT INTO sessions (token_hash, player, created_ms, used_ms)
  SELECT token_hash, player, old_sessions.created_ms, COALESCE((SELECT ms FROM heartbeat), old_sessions.created_ms)
  FROM old_sessions JOIN players ON players.number = old_sessions.player AND players.created_ms = old_sessions.created_ms
  ORDER BY players.number;
DROP TABLE old_sessions;
CREATE INDEX sessions_player ON sessions (player, table_number);
CREATE INDEX sessions_table ON sessions (table_number) WHERE table_number IS NOT NULL;
CREATE INDEX sessions_used ON sessions (used_ms);
