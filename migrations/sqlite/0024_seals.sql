-- The keys with which the house signs the proofs of games. Each is signed by the one before, whose private half goes with that.
CREATE TABLE signing_keys (
  number     INTEGER PRIMARY KEY CHECK (number > 0), -- 1, 2, …
  public     BLOB   NOT NULL,
  private    BLOB,                                   -- of the last key alone
  first_game BIGINT NOT NULL,                        -- the number of the first game that it signs
  signature  BLOB,                                   -- what the key before has signed of it
  created_ms BIGINT NOT NULL
);

-- What is kept of each game's proof. The rest is made of the game whenever it is asked for. A game that was damaged when it was to be
-- sealed has none.
CREATE TABLE match_seals (
  match_number  INTEGER PRIMARY KEY,
  digest        BLOB   NOT NULL,                     -- SHA-256 of the statement
  before_number BIGINT NOT NULL,                     -- the sealed game before this one, and its link
  before_link   BLOB   NOT NULL,
  signing_key   BLOB   NOT NULL,                     -- the public half
  signature     BLOB   NOT NULL,
  ratings       TEXT                                 -- what was signed of ratings, as a later rule may make others of the game
);

CREATE TABLE sealing_progress (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  through BIGINT NOT NULL                            -- the number of the last game that was looked at
);
INSERT INTO sealing_progress (one, through) VALUES (1, 0);
