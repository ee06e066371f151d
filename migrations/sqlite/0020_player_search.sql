-- What players are looked up by: what their names look like, without marks and case (`text::search_key`). NULL until the house has opened
-- once.
ALTER TABLE players ADD COLUMN search TEXT;
CREATE INDEX players_search ON players (search, number);
