-- Nodes that have ended: since when nobody has their slots, where nobody was there to take them.
ALTER TABLE nodes ADD COLUMN ended_ms BIGINT;  -- its last sign of life; none while it lives, or if it was alone
-- What nodes have put aside is looked for with every table that memory does not know.
CREATE INDEX intake_aside ON intake (number) WHERE node = -1;
