-- Who is not on a leaderboard yet: a new house has nobody else to show.
CREATE INDEX ratings_provisional ON ratings (game, pool, rating DESC, player) WHERE games < 10 OR deviation > 110;
