-- Clubs: players who belong together. One that is closed is deleted.
CREATE TABLE clubs (
  number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         UUID   NOT NULL UNIQUE,
  owner      UUID   NOT NULL,
  name       TEXT   NOT NULL,
  look       TEXT   NOT NULL UNIQUE,         -- what its name looks like
  search     TEXT   COLLATE "C" NOT NULL,    -- what its name is looked up by
  about      TEXT   NOT NULL,
  founded_ms BIGINT NOT NULL
);
CREATE INDEX clubs_owner ON clubs (owner);
CREATE INDEX clubs_search ON clubs (search);
-- Who belongs to them, their owners included.
CREATE TABLE club_members (
  club      BIGINT NOT NULL,                 -- its number
  player    UUID   NOT NULL,
  joined_ms BIGINT NOT NULL,
  PRIMARY KEY (club, player)
);
CREATE INDEX club_members_player ON club_members (player, club);
-- Whom their owners have put out, until they let them in again.
CREATE TABLE club_expulsions (
  club   BIGINT NOT NULL,
  player UUID   NOT NULL,
  ms     BIGINT NOT NULL,
  PRIMARY KEY (club, player)
);
CREATE INDEX club_expulsions_player ON club_expulsions (player);
