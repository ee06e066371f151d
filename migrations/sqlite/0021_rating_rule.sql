-- By which version of their rule all ratings were worked out: one row. A program that has another works them out anew when it opens the
-- database. Those of before this table are by the first.
CREATE TABLE rating_rule (
  version BIGINT NOT NULL
);
INSERT INTO rating_rule (version) VALUES (1);
