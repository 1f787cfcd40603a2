alter table provider_connections
add column failures_in_row integer not null default 0,
add column failing_since timestamptz,
add column suspended_at timestamptz,
drop constraint provider_connections_status,
add constraint provider_connections_status
  check (status in ('good', 'degraded', 'requires_update', 'suspended')),
add constraint provider_connections_suspended
  check ((status = 'suspended') = (suspended_at is not null));

comment on column provider_connections.failures_in_row is 'Runs that read no account whole, since the last one that did.';
comment on column provider_connections.failing_since is 'End of the first of them.';
