-- How a server compresses what waits to be sorted into the journals, of which a file knows nothing.
SELECT 1;
