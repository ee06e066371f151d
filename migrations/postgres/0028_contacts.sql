-- Whom players follow.
CREATE TABLE follows (
  follower UUID   NOT NULL,
  followed UUID   NOT NULL,
  since_ms BIGINT NOT NULL,
  PRIMARY KEY (follower, followed)
);
CREATE INDEX follows_followed ON follows (followed);
-- Whom they have blocked.
CREATE TABLE blocks (
  blocker  UUID   NOT NULL,
  blocked  UUID   NOT NULL,
  since_ms BIGINT NOT NULL,
  PRIMARY KEY (blocker, blocked)
);
CREATE INDEX blocks_blocked ON blocks (blocked);
-- How others may reach them; of most there is no row.
CREATE TABLE contact_settings (
  player       UUID    NOT NULL PRIMARY KEY,
  challenges   TEXT    NOT NULL,              -- from whom they take challenges, as the protocol names it
  shows_online BOOLEAN NOT NULL
);
