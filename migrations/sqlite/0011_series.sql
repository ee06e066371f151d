-- A game's place in a series of games, as JSON, for lists; NULL for a single game.
ALTER TABLE matches ADD COLUMN series TEXT;
