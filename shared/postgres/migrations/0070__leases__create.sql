-- Whoever works on something alone, in one table: syncs of a connection, imports of a session, runs of rules.
create table leases (
  household_id uuid not null references households on delete cascade,
  kind text not null check (kind in ('sync', 'import', 'rules')),
  resource uuid not null,
  token bigint generated always as identity,
  holder text,
  renewed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint leases_one_holder primary key (household_id, kind, resource),
  -- Unique, so that a takeover waits for the writes of the holder before, and a renewal does not.
  constraint leases_token unique (token)
);
comment on table leases is 'A row for each lease that is held, or whose holder vanished. Times are the database''s own, so that no worker''s clock matters.';
comment on column leases.resource is 'sync: the connection; import: the session; rules: the run.';
comment on column leases.renewed_at is 'Older than the start of Postgres: its holder did not vanish, it could not renew.';
comment on column leases.token is 'New with every holder; every commit of a holder checks that it is still there.';

insert into leases (household_id, kind, resource, holder, expires_at)
select household_id, 'sync', connection_id, holder, expires_at
from sync_leases
where expires_at is not null
union all
select household_id, 'import', id, 'before leases', lease_expires_at
from import_sessions
where status = 'importing' and lease_expires_at is not null
union all
select household_id, 'rules', id, 'before leases', lease_expires_at
from rule_runs
where status = 'running' and lease_expires_at is not null;

-- Dropped at once: a worker of the version before must not write beside one of this version.
drop table sync_leases;
alter table import_sessions drop column fencing_token, drop column lease_expires_at;
alter table rule_runs drop column fencing_token, drop column lease_expires_at;
-- The sweeper: sessions whose worker may be gone.
create index import_sessions_importing on import_sessions (published_at) where status = 'importing';
