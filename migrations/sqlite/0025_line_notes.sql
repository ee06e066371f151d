-- What a replay works out of a game's line, so that exports need none: a cache, made by the house as it runs
-- (`server/src/followers/line_notes.rs`). It may be emptied at any time.
CREATE TABLE line_notes (
  number BIGINT PRIMARY KEY,                         -- the game's
  form   BIGINT NOT NULL,                            -- the version of the notes
  notes  TEXT   NOT NULL                             -- in JSON
);
