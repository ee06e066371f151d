-- The house's own id: several nodes of one house know each other's messages by it. There is none before the first node joins.
CREATE TABLE house (
  one BIGINT PRIMARY KEY CHECK (one = 1),
  id  UUID   NOT NULL
);
