-- Who asked the provider when: one row per credential and per provider host, shared by all processes.
create table provider_limits (
  key text primary key,
  grants timestamptz[] not null default '{}',
  blocked_until timestamptz,
  learned_slots integer check (learned_slots > 0),
  learned_window_ms double precision check (learned_window_ms > 0),
  learned_until timestamptz,
  updated_at timestamptz not null default now()
) with (fillfactor = 50);
comment on table provider_limits is 'Rate limits towards the provider. Holds no household''s data: a key is a digest or a host.';
comment on column provider_limits.grants is 'Moments of the latest permitted requests, oldest first, future ones reserved; 120 at most.';
comment on column provider_limits.blocked_until is 'The provider said 429: nobody asks before.';
comment on column provider_limits.learned_slots is 'A lower limit that the provider''s headers named, valid until learned_until.';
-- Serves: forget limits that nobody used for long.
create index provider_limits_updated on provider_limits (updated_at);
