-- Tournaments of clubs: their members join them, and nobody else.
ALTER TABLE tournaments ADD COLUMN club BIGINT;  -- its number, also when it is closed; none for one that is everybody's
CREATE INDEX tournaments_club ON tournaments (club, number) WHERE club IS NOT NULL;
