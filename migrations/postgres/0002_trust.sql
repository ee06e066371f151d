-- When a table next wants attention though nobody asks for it: a flag may fall, a seat may not be ready in time.
-- Never later than the truth; a stale one only wakes the table too early.
ALTER TABLE tables ADD COLUMN deadline_ms BIGINT;
CREATE INDEX tables_deadline ON tables (deadline_ms) WHERE deadline_ms IS NOT NULL;

-- An aborted game is over, but kept nowhere else: its page still tells what became of it.
ALTER TABLE tables ADD COLUMN closed BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX tables_public;
CREATE INDEX tables_public ON tables (number) WHERE NOT private AND NOT closed;

-- What a table's dice are made from until its game ends. Leaves this table in no other way.
CREATE TABLE dice_keys (
  table_number BIGINT PRIMARY KEY,
  dice_key     BYTEA   NOT NULL
);

-- Secret links with which a player comes back to a seat from another device, hashed; they end with the game.
CREATE TABLE seat_keys (
  number       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_hash     BYTEA   NOT NULL UNIQUE,
  table_number BIGINT  NOT NULL,
  player       UUID    NOT NULL
);
CREATE INDEX seat_keys_table ON seat_keys (table_number, player);

-- When the house was last known to be open, and the times when it was not: nobody's clock runs then.
CREATE TABLE heartbeat (
  one BIGINT PRIMARY KEY CHECK (one = 1),
  ms  BIGINT  NOT NULL
);
CREATE TABLE outages (
  number  BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  from_ms BIGINT NOT NULL,
  to_ms   BIGINT NOT NULL
);
