-- What lists of finished games are searched by. A seat repeats of its game what a search for a player asks for, so that
-- an index on seats answers it alone.
ALTER TABLE matches ADD COLUMN seats BIGINT NOT NULL DEFAULT 0;
UPDATE matches SET seats = (SELECT count(*) FROM match_seats WHERE match_number = number);

ALTER TABLE match_seats ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE match_seats ADD COLUMN private BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE match_seats ADD COLUMN result BIGINT NOT NULL DEFAULT 0;  -- 0 lost, 1 drawn, 2 won
UPDATE match_seats SET
  game = (SELECT game FROM matches WHERE number = match_number),
  private = (SELECT private FROM matches WHERE number = match_number),
  -- Drawn if an opponent has the first rank too: with teams, if all have it.
  result = CASE
    WHEN rank > 1 THEN 0
    WHEN EXISTS (SELECT 1 FROM matches WHERE number = match_number AND options LIKE '%"teams":true%') THEN
      CASE WHEN EXISTS (SELECT 1 FROM match_seats AS other
        WHERE other.match_number = match_seats.match_number AND other.rank > 1) THEN 2 ELSE 1 END
    WHEN EXISTS (SELECT 1 FROM match_seats AS other
      WHERE other.match_number = match_seats.match_number AND other.seat <> match_seats.seat AND other.rank = 1) THEN 1
    ELSE 2 END;

CREATE INDEX matches_game ON matches (game, number) WHERE NOT private;
-- Games are numbered nearly, but not quite, in the order of their times.
CREATE INDEX matches_finished ON matches (finished_ms);
CREATE INDEX match_seats_public ON match_seats (player, match_number, result) WHERE NOT private;
CREATE INDEX match_seats_public_game ON match_seats (player, game, match_number, result) WHERE NOT private;
