-- The lines of finished games apart from what lists are made of: a page looks through many games for a few, and a game is
-- some hundred bytes without its line and some thousand with it.
CREATE TABLE match_lines (
  number BIGINT PRIMARY KEY REFERENCES matches (number),
  record TEXT NOT NULL                           -- the packed line, as JSON
);
INSERT INTO match_lines (number, record) SELECT number, record FROM matches;
ALTER TABLE matches DROP COLUMN record;
-- Postgres leaves a dropped column in the rows that had it. Written anew, they are as small as those to come.
CLUSTER matches USING matches_pkey;
