-- Apps that make households, and keys that open all of one app's.

create table platforms (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) >= 1 and length(name) <= 255),
  created_at timestamptz not null default now()
);
comment on table platforms is 'An app that makes households for the people who use it. An operator makes it, and its keys.';

alter table households
  add column platform_id uuid references platforms (id);
comment on column households.platform_id is 'The app that made it; null for one that an operator made, and for one that is being deleted.';
-- The households of an app, as it lists them.
create index households_platform on households (platform_id, created_at, id) where platform_id is not null;

alter table api_keys
  alter column user_id drop not null,
  alter column household_id drop not null,
  add column platform_id uuid references platforms (id) on delete cascade,
  add constraint api_keys_one_owner check (
    num_nonnulls(household_id, platform_id) = 1 and (household_id is null) = (user_id is null)
  ),
  -- So that a scope decides what kind of key it is.
  add constraint api_keys_platform_scope check (
    case when platform_id is null then not 'platform' = any(scopes) else scopes = '{platform}' end
  );
comment on column api_keys.platform_id is 'In place of household and user: the app whose key it is.';
comment on column api_keys.revoked_at is 'In the future for a key that was rotated: it still works until then.';
-- The keys of a household, as they are listed.
create index api_keys_household on api_keys (household_id, created_at, id) where household_id is not null;
-- A live name is unique among the keys of one app, too.
create unique index api_keys_platform_live_name on api_keys (platform_id, name) where revoked_at is null and platform_id is not null;

-- Old processes still say `on conflict (household_id, key)`, which a unique constraint answers as the primary key did.
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  alter column household_id drop not null,
  add column platform_id uuid references platforms (id) on delete cascade,
  add constraint idempotency_keys_household unique (household_id, key),
  add constraint idempotency_keys_platform unique (platform_id, key),
  add constraint idempotency_keys_one_owner check (num_nonnulls(household_id, platform_id) = 1);

create table household_deletions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  platform_id uuid references platforms (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  rows_total integer,
  rows_deleted integer not null default 0,
  counts jsonb not null default '{}',
  deaths integer not null default 0,
  error jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint household_deletions_once unique (household_id)
);
comment on table household_deletions is 'Runs that delete households, then their receipts: they outlive the household, hence no foreign key to it, and hold nothing of its content.';
comment on column household_deletions.rows_total is 'Rows that there were when the work began; null before that.';
comment on column household_deletions.counts is 'Deleted rows by table.';
-- The deletions of an app, as it lists them.
create index household_deletions_platform on household_deletions (platform_id, created_at desc, id);
-- The scheduler's walk over runs that have not ended.
create index household_deletions_live on household_deletions (created_at, id) where status in ('queued', 'running');
