-- Whoever has an account has registered, and their name looks like nobody else's who has: what it looks like is `text::look`.
ALTER TABLE players ADD COLUMN registered_ms BIGINT;
ALTER TABLE players ADD COLUMN account_look  TEXT;
ALTER TABLE players ADD COLUMN password      TEXT;   -- hashed by Argon2id, as a PHC string
CREATE UNIQUE INDEX players_account ON players (account_look);

-- What one signs in by: public keys, each for one name of the house.
CREATE TABLE passkeys (
  number        INTEGER PRIMARY KEY AUTOINCREMENT,
  player        BIGINT NOT NULL REFERENCES players (number),
  credential_id BLOB   NOT NULL UNIQUE,
  host          TEXT   NOT NULL,
  document      TEXT   NOT NULL,                       -- JSON: key, counter and flags
  name          TEXT   NOT NULL,
  created_ms    BIGINT NOT NULL,
  used_ms       BIGINT NOT NULL
);
CREATE INDEX passkeys_player ON passkeys (player);

-- Codes are random and kept hashed, like tokens. Each goes when it is used.
CREATE TABLE recovery_codes (
  player    BIGINT NOT NULL REFERENCES players (number),
  code_hash BLOB   NOT NULL,
  PRIMARY KEY (player, code_hash)
) WITHOUT ROWID;

-- When whoever has the session last proved who they are; 0: they said a name.
ALTER TABLE sessions ADD COLUMN proved_ms BIGINT NOT NULL DEFAULT 0;

-- As it was when they sat down or spoke, like the name.
ALTER TABLE match_seats ADD COLUMN registered BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE chat ADD COLUMN registered BOOLEAN NOT NULL DEFAULT FALSE;
