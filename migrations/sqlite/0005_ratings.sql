-- Whether a game counts for ratings.
ALTER TABLE matches ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;

-- How players stand, by Glicko-2, as it was after their last rated game. Follows from `matches` in the order of their
-- numbers. `pool` is `two` or `more`.
CREATE TABLE ratings (
  player     BLOB             NOT NULL,
  game       TEXT             NOT NULL,
  pool       TEXT             NOT NULL,
  rating     DOUBLE PRECISION NOT NULL,
  deviation  DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  games      BIGINT           NOT NULL,
  last_ms    BIGINT           NOT NULL,
  PRIMARY KEY (player, game, pool)
) WITHOUT ROWID;

-- Who is on a leaderboard: with games enough, and a rating that can be relied on.
CREATE INDEX ratings_leaders ON ratings (game, pool, rating DESC, player) WHERE games >= 10 AND deviation <= 110;

-- What each rated game did: the rating it found, idle days counted, and the one it left.
CREATE TABLE rating_changes (
  match_number     BIGINT           NOT NULL REFERENCES matches (number),
  seat             BIGINT           NOT NULL,
  player           BLOB             NOT NULL,
  game             TEXT             NOT NULL,
  pool             TEXT             NOT NULL,
  before_rating    DOUBLE PRECISION,                -- none for somebody's first
  before_deviation DOUBLE PRECISION,
  rating           DOUBLE PRECISION NOT NULL,
  deviation        DOUBLE PRECISION NOT NULL,
  volatility       DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (match_number, seat)
) WITHOUT ROWID;

CREATE INDEX rating_changes_player ON rating_changes (player, game, pool, match_number);
