-- What was looked for in JSON text until now has columns: it was found there only as long as it is spelled in one way.
-- A game's options, as far as they were said: one of each name.
CREATE TABLE match_options (
  match_number BIGINT NOT NULL REFERENCES matches (number),
  name         TEXT   NOT NULL,
  value        TEXT   NOT NULL,                          -- as JSON
  PRIMARY KEY (match_number, name)
) WITHOUT ROWID;
-- Every option that there was until now, with every value. Of a row that is damaged only what can be told is taken.
INSERT INTO match_options (match_number, name, value)
  SELECT matches.number, known.name, known.value FROM matches JOIN (
    SELECT 'rules' AS name, '"classic"' AS value UNION ALL SELECT 'rules', '"arcade"'
    UNION ALL SELECT 'teams', 'true' UNION ALL SELECT 'teams', 'false'
    UNION ALL SELECT 'columns', '"closed"' UNION ALL SELECT 'columns', '"open"'
    UNION ALL SELECT 'setup', '"centre"' UNION ALL SELECT 'setup', '"free-root"' UNION ALL SELECT 'setup', '"nulls"'
    UNION ALL SELECT 'landing', '"open"' UNION ALL SELECT 'landing', '"strict"'
  ) AS known ON matches.options <> '{}' AND matches.options LIKE '%"' || known.name || '":' || known.value || '%'
  WHERE TRUE ON CONFLICT DO NOTHING;

-- Whether whoever set a rematch up still has a seat there. Whoever has left one that never came about is rid of it.
ALTER TABLE wishes ADD COLUMN seated BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE wishes SET seated = FALSE WHERE request = table_id AND EXISTS (
  SELECT 1 FROM tables WHERE id = table_id AND info NOT LIKE '%' || lower(
    substr(hex(player), 1, 8) || '-' || substr(hex(player), 9, 4) || '-' || substr(hex(player), 13, 4) || '-'
    || substr(hex(player), 17, 4) || '-' || substr(hex(player), 21)
  ) || '%');
