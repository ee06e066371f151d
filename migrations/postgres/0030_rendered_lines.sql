-- Finished games' lines as the JSON that they are told in, packed, so that exports replay none: a cache, made by the house as it runs
-- (`server/src/followers/rendered_lines.rs`). It may be emptied at any time.
DROP TABLE line_notes;
CREATE TABLE rendered_lines (
  number   BIGINT PRIMARY KEY,                       -- the game's
  version  TEXT   NOT NULL,                          -- of the program, and of what it tells of a kept game
  checksum BIGINT NOT NULL,                          -- of the line, and of what its replay was held against
  line     BYTEA  NOT NULL                           -- packed with zstd
) WITH (toast_tuple_target = 8160);
-- They are packed already, and stand in their rows: elsewhere each takes as long to find as the row itself.
ALTER TABLE rendered_lines ALTER COLUMN line SET STORAGE EXTERNAL;
-- A line is never written anew by a house. If anything else does, it is rendered no more as it was.
CREATE FUNCTION forget_rendered_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM rendered_lines WHERE number = OLD.number;
  RETURN NULL;
END
$$;
CREATE TRIGGER match_lines_written AFTER UPDATE OR DELETE ON match_lines
  FOR EACH ROW EXECUTE FUNCTION forget_rendered_line();
