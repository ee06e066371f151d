-- Open tables are closed when nobody who sits there was there for long enough: their deadline tells. Those that were set up
-- before have one that is long past, so that they are looked at once and get a real one.
UPDATE tables SET deadline_ms = 0 WHERE deadline_ms IS NULL AND NOT closed AND info LIKE '%"status":"open"%';
