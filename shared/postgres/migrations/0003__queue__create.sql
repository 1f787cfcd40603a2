-- Who works on what, and what to do with runs that are lost.

create table leases (
  household_id uuid not null references households (id) on delete cascade,
  kind text not null,
  resource uuid not null,
  token bigint generated always as identity not null,
  holder text,
  renewed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  step text,
  rows_done integer not null default 0,
  constraint leases_one_holder primary key (household_id, kind, resource),
  constraint leases_token unique (token)
);
comment on table leases is 'A row for each lease that is held, or whose holder vanished. Times are the database''s own, so that no worker''s clock matters.';
comment on column leases.resource is 'sync: the connection; import: the import or the session; rules: the run.';
comment on column leases.token is 'New with every holder; every commit of a holder checks that it is still there.';
comment on column leases.renewed_at is 'Older than the start of Postgres: its holder did not vanish, it could not renew.';
comment on column leases.step is 'What the holder is doing; null when it does not say.';
comment on column leases.rows_done is 'Rows that this step is done with, committed or not: progress, not a result.';
