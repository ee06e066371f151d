-- The house's own id, by which several nodes know each other: of a file, which one server has alone, there is none.
CREATE TABLE house (
  one BIGINT PRIMARY KEY CHECK (one = 1),
  id  BLOB   NOT NULL
) WITHOUT ROWID;
