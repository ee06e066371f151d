-- Tournaments: the house pairs whoever has joined.
CREATE TABLE tournaments (
  number    INTEGER PRIMARY KEY AUTOINCREMENT,
  id        BLOB   NOT NULL UNIQUE,
  host      BLOB   NOT NULL,                  -- who has set it up
  request   TEXT   NOT NULL,                  -- what they wished for, as JSON
  starts_ms BIGINT NOT NULL,
  status    TEXT   NOT NULL,                  -- as the protocol names it
  round     BIGINT NOT NULL,                  -- the one that was paired last
  ended_ms  BIGINT
);
CREATE INDEX tournaments_due ON tournaments (starts_ms) WHERE ended_ms IS NULL;
CREATE INDEX tournaments_host ON tournaments (host) WHERE ended_ms IS NULL;
CREATE INDEX tournaments_status ON tournaments (status, number);
-- Who has joined.
CREATE TABLE tournament_players (
  tournament BIGINT  NOT NULL,                -- its number
  player     BLOB    NOT NULL,
  joined_ms  BIGINT  NOT NULL,
  withdrawn  BOOLEAN NOT NULL,
  PRIMARY KEY (tournament, player)
) WITHOUT ROWID;
CREATE INDEX tournament_players_player ON tournament_players (player, tournament);
-- Who was paired with whom.
CREATE TABLE tournament_games (
  tournament BIGINT NOT NULL,
  round      BIGINT NOT NULL,
  board      BIGINT NOT NULL,
  table_id   BLOB,                            -- none for a bye
  players    TEXT   NOT NULL,                 -- by the seats that they began at, as a JSON list
  points     TEXT,                            -- what each of them got for it, as a JSON list
  PRIMARY KEY (tournament, round, board)
) WITHOUT ROWID;
