-- What lists of finished games are searched by. A seat repeats of its game what a search may ask for, so that an index
-- on seats tells alone which of a player's games fit.
ALTER TABLE matches ADD COLUMN seats BIGINT NOT NULL DEFAULT 0;
UPDATE matches SET seats = (SELECT count(*) FROM match_seats WHERE match_number = number);

ALTER TABLE match_seats ADD COLUMN private BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE match_seats ADD COLUMN game TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE match_seats ADD COLUMN reason TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE match_seats ADD COLUMN seats BIGINT NOT NULL DEFAULT 0;
ALTER TABLE match_seats ADD COLUMN result BIGINT NOT NULL DEFAULT 0;  -- 0 lost, 1 drawn, 2 won
UPDATE match_seats SET
  private = (SELECT private FROM matches WHERE number = match_number),
  game = (SELECT game FROM matches WHERE number = match_number),
  reason = (SELECT reason FROM matches WHERE number = match_number),
  seats = (SELECT matches.seats FROM matches WHERE number = match_number),
  -- Drawn if an opponent has the first rank too: with teams, if all have it.
  result = CASE
    WHEN rank > 1 THEN 0
    WHEN EXISTS (SELECT 1 FROM matches WHERE number = match_number AND options LIKE '%"teams":true%') THEN
      CASE WHEN EXISTS (SELECT 1 FROM match_seats AS other
        WHERE other.match_number = match_seats.match_number AND other.rank > 1) THEN 2 ELSE 1 END
    WHEN EXISTS (SELECT 1 FROM match_seats AS other
      WHERE other.match_number = match_seats.match_number AND other.seat <> match_seats.seat AND other.rank = 1) THEN 1
    ELSE 2 END;

-- A page walks along one of these, and looks into the games themselves only for those that fit.
CREATE INDEX matches_game ON matches (game, number, private, reason, seats) WHERE NOT private;
DROP INDEX match_seats_player;
CREATE INDEX match_seats_player ON match_seats (player, match_number, private, game, result, reason, seats);
-- Games are numbered nearly, but not quite, in the order of their times.
CREATE INDEX matches_finished ON matches (finished_ms);
