-- What computer players make of finished games. It follows from the game and from their version, and may be made anew at any time.
CREATE TABLE match_analyses (
  number BIGINT PRIMARY KEY REFERENCES matches (number),
  version BIGINT NOT NULL,                      -- of the players that made it
  document TEXT NOT NULL                         -- the analysis as it is told, as JSON
);
