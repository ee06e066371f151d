-- Who has become part of another's account. What was played and said under the one becomes the other's, step by step.
CREATE TABLE merges (
  number      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player      UUID    NOT NULL UNIQUE,           -- who is nobody of their own any more
  into_player UUID    NOT NULL,                  -- whose all of it is
  after_game  BIGINT  NOT NULL,                  -- the number of the last game that was kept by then: ratings follow from it
  ms          BIGINT  NOT NULL,
  done        BOOLEAN NOT NULL DEFAULT FALSE     -- whether all of it is theirs by now
);
CREATE INDEX merges_into ON merges (into_player);
CREATE INDEX merges_undone ON merges (number) WHERE NOT done;

-- Under which id a seat was played, where that has become part of another since: proofs go on telling it.
ALTER TABLE match_seats ADD COLUMN played_as UUID;
