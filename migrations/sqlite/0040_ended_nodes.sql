-- Nodes that have ended: there are none where one server is alone.
ALTER TABLE nodes ADD COLUMN ended_ms BIGINT;
