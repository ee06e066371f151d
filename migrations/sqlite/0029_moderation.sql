-- Who was reported to the moderators.
CREATE TABLE reports (
  number    INTEGER PRIMARY KEY AUTOINCREMENT,
  player    BLOB    NOT NULL,
  by_player BLOB    NOT NULL,
  reason    TEXT    NOT NULL,                 -- as the protocol names it
  table_id  BLOB,                             -- the table at which it was
  words     TEXT,                             -- what whoever reports has to say
  said      TEXT    NOT NULL,                 -- what the player had said at that table, as JSON
  ms        BIGINT  NOT NULL,
  closed_ms BIGINT,
  closed_by BLOB,
  outcome   TEXT                              -- as the protocol names it
);
CREATE INDEX reports_open ON reports (number) WHERE closed_ms IS NULL;
CREATE INDEX reports_player ON reports (player, number);
CREATE INDEX reports_by ON reports (by_player, ms);
CREATE INDEX reports_ms ON reports (ms);
-- What players, or guests of a range of addresses, may not do.
CREATE TABLE sanctions (
  number    INTEGER PRIMARY KEY AUTOINCREMENT,
  kind      TEXT    NOT NULL,                 -- as the protocol names it
  player    BLOB,                             -- one of these two
  addresses TEXT,
  whose     BLOB,                             -- whose address that was, if it was meant so: then it is not told
  reason    TEXT    NOT NULL,
  by_player BLOB    NOT NULL,
  ms        BIGINT  NOT NULL,
  until_ms  BIGINT,                           -- null: for ever
  lifted_ms BIGINT,
  lifted_by BLOB
);
CREATE INDEX sanctions_player ON sanctions (player, number);
CREATE INDEX sanctions_held ON sanctions (number) WHERE lifted_ms IS NULL;
CREATE INDEX sanctions_whose ON sanctions (whose) WHERE whose IS NOT NULL;
CREATE INDEX sanctions_addresses ON sanctions (ms) WHERE addresses IS NOT NULL;
-- What moderators have done.
CREATE TABLE audit_log (
  number    INTEGER PRIMARY KEY AUTOINCREMENT,
  ms        BIGINT  NOT NULL,
  by_player BLOB    NOT NULL,
  action    TEXT    NOT NULL,                 -- as the protocol names it
  player    BLOB,
  addresses TEXT,                             -- empty: that of the player, or of a range that is forgotten by now
  until_ms  BIGINT,
  words     TEXT                              -- the reason or the note
);
CREATE INDEX audit_log_addresses ON audit_log (ms) WHERE addresses <> '';
CREATE INDEX audit_log_player ON audit_log (player) WHERE player IS NOT NULL;
-- Rated games of which several seats were played from one address, and by whom: the address itself is not kept.
CREATE TABLE shared_addresses (
  match_id BLOB NOT NULL,
  player   BLOB NOT NULL,
  PRIMARY KEY (match_id, player)
) WITHOUT ROWID;
CREATE INDEX shared_addresses_player ON shared_addresses (player);
