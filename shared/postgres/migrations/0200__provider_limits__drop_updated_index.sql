-- Each request to a provider updates its row and updated_at with it: without this index the update stays in its page (HOT).
-- What forgets unused limits reads the whole table, which has one row per key.
drop index provider_limits_updated;
