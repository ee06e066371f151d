-- The positions of public games in which somebody acted, for search by position: the first so many of each game. Both tables follow
-- from the games alone and are made by the house as it runs (`server/src/explorer.rs`).
CREATE TABLE position_games (
  position     BIGINT NOT NULL,                      -- the position's key, as a signed number
  match_number BIGINT NOT NULL,
  PRIMARY KEY (position, match_number)
);
-- What was played there, counted.
CREATE TABLE position_moves (
  position  BIGINT  NOT NULL,
  action    TEXT    NOT NULL,
  computers BOOLEAN NOT NULL,                        -- whether computers played in these games
  games     BIGINT  NOT NULL,
  drawn     BIGINT  NOT NULL,                        -- several won, without being a team
  won0      BIGINT  NOT NULL,                        -- by seat
  won1      BIGINT  NOT NULL,
  won2      BIGINT  NOT NULL,
  won3      BIGINT  NOT NULL,
  won4      BIGINT  NOT NULL,
  won5      BIGINT  NOT NULL,
  rated     BIGINT  NOT NULL,                        -- games in which whoever acted had a rating
  ratings   BIGINT  NOT NULL,                        -- the sum of these, before the game
  PRIMARY KEY (position, action, computers)
);
-- How far that is, and which grammar of positions it was made with.
CREATE TABLE explorer_progress (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  grammar BIGINT NOT NULL,
  through BIGINT NOT NULL                            -- the number of the last game
);
INSERT INTO explorer_progress (one, grammar, through) VALUES (1, 1, 0);
