create table holds (
  scope text not null,
  target text not null,
  mode text not null,
  actor text not null,
  created_at timestamptz not null default now(),
  constraint holds_pkey primary key (scope, target),
  constraint holds_scope check (scope in ('queue', 'provider', 'household', 'connection')),
  constraint holds_mode check (mode in ('pause', 'drain'))
);
comment on table holds is 'What operators hold back. Few rows; those of households that are gone hold nothing.';
comment on column holds.target is 'Name of a queue, host of a provider, or the id of a household or connection.';
comment on column holds.mode is 'pause: running syncs stop at their next page and go on later; drain: what runs ends.';
