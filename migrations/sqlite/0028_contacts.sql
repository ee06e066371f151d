-- Whom players follow.
CREATE TABLE follows (
  follower BLOB   NOT NULL,
  followed BLOB   NOT NULL,
  since_ms BIGINT NOT NULL,
  PRIMARY KEY (follower, followed)
) WITHOUT ROWID;
CREATE INDEX follows_followed ON follows (followed);
-- Whom they have blocked.
CREATE TABLE blocks (
  blocker  BLOB   NOT NULL,
  blocked  BLOB   NOT NULL,
  since_ms BIGINT NOT NULL,
  PRIMARY KEY (blocker, blocked)
) WITHOUT ROWID;
CREATE INDEX blocks_blocked ON blocks (blocked);
-- How others may reach them; of most there is no row.
CREATE TABLE contact_settings (
  player       BLOB    NOT NULL PRIMARY KEY,
  challenges   TEXT    NOT NULL,              -- from whom they take challenges, as the protocol names it
  shows_online BOOLEAN NOT NULL
) WITHOUT ROWID;
