-- An index of trigrams for `search` of GET /transactions; docs/SCALING.md says when, and what it costs. While the service runs:
--
--   psql "$DATABASE_SESSION_URL" -v ON_ERROR_STOP=1 -f deploy/sql/search-index.sql
--
-- Ended in the middle, it leaves an index that is not valid: drop that (`drop index concurrently transactions_search`) and begin again.
-- On a table in partitions Postgres cannot build it concurrently: leave the word out, and writes wait meanwhile. One that is there
-- when the table is divided is carried over.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The household is in it, too: only rows that have both are visited. What is inserted waits in a list that each search reads in full:
-- 1 MB, not Postgres' 4, are some 130 pages at most.
create index concurrently if not exists transactions_search on transactions using gin (
  household_id,
  lower(name || chr(31) || coalesce(notes, '') || chr(31) || coalesce(provider_merchant, '') || chr(31) || coalesce(provider_description, '')) gin_trgm_ops
) with (gin_pending_list_limit = 1024) where removed_at is null;

analyze transactions;
