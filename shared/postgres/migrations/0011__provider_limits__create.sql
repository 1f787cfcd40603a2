-- What all processes know of the provider: rate limits, hosts that fail, and what an operator holds.

create table provider_limits (
  key text primary key,
  grants timestamptz[] not null default '{}',
  blocked_until timestamptz,
  learned_slots integer check (learned_slots > 0),
  learned_window_ms double precision check (learned_window_ms > 0),
  learned_until timestamptz,
  updated_at timestamptz not null default now(),
  next_visit timestamptz
) with (fillfactor = 50);
comment on table provider_limits is 'Rate limits towards the provider. Holds no household''s data: a key is a digest or a host.';
comment on column provider_limits.grants is 'Moments of the latest permitted requests, oldest first, future ones reserved; 120 at most.';
comment on column provider_limits.blocked_until is 'The provider said 429: nobody asks before.';
comment on column provider_limits.learned_slots is 'A lower limit that the provider''s headers named, valid until learned_until.';
comment on column provider_limits.next_visit is 'When the next one who is refused should ask again: each is told a later moment.';

create table provider_circuits (
  host text primary key,
  failures integer not null,
  witnesses text[] not null,
  opened_at timestamptz,
  next_probe_at timestamptz,
  updated_at timestamptz not null,
  constraint provider_circuits_open check ((opened_at is null) = (next_probe_at is null))
);
comment on table provider_circuits is 'Hosts of providers whose last calls failed, over all processes. Holds no household''s data.';
comment on column provider_circuits.failures is 'Calls that failed in a row.';
comment on column provider_circuits.witnesses is 'Digests of the keys whose calls failed, and what else speaks of the host itself.';
comment on column provider_circuits.next_probe_at is 'From then on one call may try whether the host is back.';

create table holds (
  scope text not null,
  target text not null,
  mode text not null,
  actor text not null,
  created_at timestamptz not null default now(),
  constraint holds_pkey primary key (scope, target),
  constraint holds_mode check (mode in ('pause', 'drain')),
  constraint holds_scope check (scope in ('queue', 'provider', 'household', 'connection'))
);
comment on table holds is 'What operators hold back. Few rows; those of households that are gone hold nothing.';
comment on column holds.target is 'Name of a queue, host of a provider, or the id of a household or connection.';
comment on column holds.mode is 'pause: running syncs stop at their next page and go on later; drain: what runs ends.';
