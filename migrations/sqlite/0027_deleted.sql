-- Whoever has had what was kept of them deleted: games stay, without their name.
ALTER TABLE players ADD COLUMN deleted_ms BIGINT;
-- Whether their name is gone from all that they played and said.
ALTER TABLE players ADD COLUMN erased BOOLEAN NOT NULL DEFAULT FALSE;
-- The number of the last game from which it is.
ALTER TABLE players ADD COLUMN erased_through BIGINT NOT NULL DEFAULT 0;
CREATE INDEX players_deleted ON players (id) WHERE deleted_ms IS NOT NULL;
CREATE INDEX players_erasing ON players (number) WHERE deleted_ms IS NOT NULL AND NOT erased;
