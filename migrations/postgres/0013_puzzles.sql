-- Puzzles out of the house's own finished games; those that every house has are part of the program. `record` is as in its files.
CREATE TABLE puzzles (
  number   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id       UUID   NOT NULL UNIQUE,
  game     TEXT   NOT NULL,
  record   TEXT   NOT NULL,
  added_ms BIGINT NOT NULL
);

CREATE INDEX puzzles_game ON puzzles (game, number);

-- How hard each puzzle is, by Glicko-2, as the last first attempt left it. None before there was one.
CREATE TABLE puzzle_ratings (
  puzzle     UUID             PRIMARY KEY,
  rating     DOUBLE PRECISION NOT NULL,
  deviation  DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  games      BIGINT           NOT NULL,
  last_ms    BIGINT           NOT NULL
);

-- How well each player solves puzzles, likewise.
CREATE TABLE solver_ratings (
  player     UUID             PRIMARY KEY,
  rating     DOUBLE PRECISION NOT NULL,
  deviation  DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  games      BIGINT           NOT NULL,
  last_ms    BIGINT           NOT NULL
);

-- Everybody's first attempts, which alone count, with the player's rating as they found and left it.
CREATE TABLE puzzle_attempts (
  player           UUID             NOT NULL,
  puzzle           UUID             NOT NULL,
  solved           BOOLEAN          NOT NULL,
  before_rating    DOUBLE PRECISION,                -- none for somebody's first
  before_deviation DOUBLE PRECISION,
  rating           DOUBLE PRECISION NOT NULL,
  deviation        DOUBLE PRECISION NOT NULL,
  ms               BIGINT           NOT NULL,
  PRIMARY KEY (player, puzzle)
);
