-- The key by which push services know the house. Subscriptions are made for it, and go when it is another.
CREATE TABLE push_key (
  one     BIGINT PRIMARY KEY CHECK (one = 1),
  private BYTEA NOT NULL
);

-- Where browsers want to be told. One of each session, with which it goes; a browser has it of one session at a time.
CREATE TABLE push_subscriptions (
  number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session    BIGINT NOT NULL UNIQUE REFERENCES sessions (number) ON DELETE CASCADE,
  endpoint   TEXT   COLLATE "C" NOT NULL UNIQUE,
  p256dh     BYTEA  NOT NULL,
  auth       BYTEA  NOT NULL,
  failures   BIGINT NOT NULL,                      -- since anything last arrived
  created_ms BIGINT NOT NULL
);
