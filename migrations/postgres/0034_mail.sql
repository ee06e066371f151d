-- Where players want to be told by e-mail, once they have shown by a code that the address is theirs.
CREATE TABLE mail (
  player       UUID   PRIMARY KEY,
  address      TEXT   NOT NULL,
  language     TEXT   NOT NULL,                -- what is sent there is written in: a tag
  unsubscribe  TEXT   NOT NULL UNIQUE,         -- whoever has it ends this, and can do nothing else
  code_hash    BYTEA ,                         -- of the code that was sent there; none once it came back
  code_ms      BIGINT NOT NULL,                -- when it was sent
  tries        BIGINT NOT NULL,                -- how often another one came
  due_ms       BIGINT NOT NULL,                -- when it is next looked whether there is something to tell
  told_ms      BIGINT NOT NULL,                -- when there last was
  failures     BIGINT NOT NULL                 -- letters since then that the relay would not take
);
CREATE INDEX mail_due ON mail (due_ms) WHERE code_hash IS NULL;
CREATE INDEX mail_codes ON mail (code_ms) WHERE code_hash IS NOT NULL;
