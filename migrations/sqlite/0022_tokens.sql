-- A token is a session that its owner has made for a program: it has a name, and may do only some of what they may.
ALTER TABLE sessions ADD COLUMN token_name TEXT;     -- null: no token, but where somebody is signed in
ALTER TABLE sessions ADD COLUMN scopes     BIGINT;   -- of a token: what it may do, a bit each
