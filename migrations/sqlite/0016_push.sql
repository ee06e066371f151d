-- The key by which push services know the house. Subscriptions are made for it, and go when it is another.
CREATE TABLE push_key (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  private BLOB NOT NULL
);

-- Where browsers want to be told. One of each session, with which it goes; a browser has it of one session at a time.
CREATE TABLE push_subscriptions (
  number     INTEGER PRIMARY KEY AUTOINCREMENT,
  session    BIGINT NOT NULL UNIQUE REFERENCES sessions (number) ON DELETE CASCADE,
  endpoint   TEXT   NOT NULL UNIQUE,
  p256dh     BLOB   NOT NULL,
  auth       BLOB   NOT NULL,
  failures   BIGINT NOT NULL,                      -- since anything last arrived
  created_ms BIGINT NOT NULL
);
