-- Finished games' lines as the JSON that they are told in, packed, so that exports replay none: a cache, made by the house as it runs
-- (`server/src/followers/rendered_lines.rs`). It may be emptied at any time.
DROP TABLE line_notes;
CREATE TABLE rendered_lines (
  number   INTEGER PRIMARY KEY,                      -- the game's
  version  TEXT   NOT NULL,                          -- of the program, and of what it tells of a kept game
  checksum BIGINT NOT NULL,                          -- of the line, and of what its replay was held against
  line     BLOB   NOT NULL                           -- packed with zstd
);
-- A line is never written anew by a house. If anything else does, it is rendered no more as it was.
CREATE TRIGGER match_lines_written AFTER UPDATE ON match_lines BEGIN
  DELETE FROM rendered_lines WHERE number = OLD.number;
END;
CREATE TRIGGER match_lines_deleted AFTER DELETE ON match_lines BEGIN
  DELETE FROM rendered_lines WHERE number = OLD.number;
END;
