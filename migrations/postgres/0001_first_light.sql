-- Times are milliseconds since 1970. Text that is ordered by is ordered as SQLite orders it: by its bytes.

CREATE TABLE players (
  number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         UUID   NOT NULL UNIQUE,
  name       TEXT   NOT NULL,
  created_ms BIGINT NOT NULL
);

-- Tokens are random and stored hashed: a copy of this table opens nobody's session.
CREATE TABLE sessions (
  token_hash BYTEA  NOT NULL PRIMARY KEY,
  player     BIGINT NOT NULL REFERENCES players (number),
  created_ms BIGINT NOT NULL
);

-- Tables that are open or playing. A finished one moves to `matches`.
CREATE TABLE tables (
  number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- what the journal knows it by; never used again
  id         UUID    NOT NULL UNIQUE,
  private    BOOLEAN NOT NULL,
  access_key TEXT,                                             -- of a private table
  rematch_of UUID    UNIQUE,
  info       TEXT    NOT NULL                                  -- TableInfo as JSON, as the lobby shows it
);

-- Who asked for which table by which id of their own: the same wish again finds the first table, even finished.
CREATE TABLE wishes (
  player   UUID NOT NULL,
  request  UUID NOT NULL,
  table_id UUID NOT NULL,
  PRIMARY KEY (player, request)
);

CREATE INDEX tables_public ON tables (number) WHERE NOT private;

-- The journal. A row is one append: records `seq`, `seq + 1`, … of one table as a JSON array of [ms, record].
-- The key is the fence: of two writers of one table the later finds its number taken.
CREATE TABLE events (
  table_number BIGINT NOT NULL,
  seq          BIGINT NOT NULL,
  body         TEXT   NOT NULL,
  PRIMARY KEY (table_number, seq)
);

-- Finished games, numbered without gaps in the order of finishing.
CREATE TABLE matches (
  number      BIGINT  PRIMARY KEY,
  id          UUID    NOT NULL UNIQUE,
  private     BOOLEAN NOT NULL,
  access_key  TEXT,
  rematch_of  UUID,
  game        TEXT COLLATE "C" NOT NULL,
  options     TEXT    NOT NULL,                                -- JSON
  reason      TEXT COLLATE "C" NOT NULL,
  plies       BIGINT  NOT NULL,
  started_ms  BIGINT  NOT NULL,
  finished_ms BIGINT  NOT NULL,
  record      TEXT    NOT NULL                                 -- the packed line, as JSON
);

CREATE INDEX matches_public ON matches (number) WHERE NOT private;
CREATE INDEX matches_rematch ON matches (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE match_seats (
  match_number BIGINT NOT NULL REFERENCES matches (number),
  seat         BIGINT NOT NULL,
  player       UUID   NOT NULL,                                -- the player's id
  name         TEXT   NOT NULL,                                -- as it was then
  score        BIGINT NOT NULL,
  rank         BIGINT NOT NULL,
  PRIMARY KEY (match_number, seat)
);

CREATE INDEX match_seats_player ON match_seats (player, match_number);
