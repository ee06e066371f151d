-- Who began and with which clock each finished game was played, for lists and their filters. Both are NULL until the house has opened
-- once: they are read from the lines of the games then, as who began a game of dice is known from its rolls alone.
ALTER TABLE matches ADD COLUMN first BIGINT;
ALTER TABLE matches ADD COLUMN clock TEXT;                 -- as JSON, its `type` first
CREATE INDEX matches_incomplete ON matches (number) WHERE clock IS NULL;
-- Each seat's team, where there were teams: until now in Martian Chess alone, every other seat.
ALTER TABLE match_seats ADD COLUMN team BIGINT;
UPDATE match_seats SET team = seat % 2
  WHERE game = 'martian-chess' AND EXISTS (
    SELECT 1 FROM match_options
    WHERE match_options.match_number = match_seats.match_number AND name = 'teams' AND value = 'true'
  );
