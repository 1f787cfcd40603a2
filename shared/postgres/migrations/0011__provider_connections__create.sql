-- A household's key to the bank-connectivity provider, and who may sync with it right now.
create table provider_connections (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  name text not null check (length(name) between 1 and 255),
  credential_key_id text not null,
  credential_ciphertext bytea not null,
  credential_last_four text not null,
  status text not null default 'good' check (status in ('good', 'requires_update')),
  status_reason text,
  history_start date,
  next_sync_at timestamptz,
  last_synced_at timestamptz,
  manual_sync_after timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint provider_connections_tenant unique (household_id, id),
  constraint provider_connections_reason check ((status = 'requires_update') = (status_reason is not null))
);
comment on column provider_connections.credential_ciphertext is 'AES-256-GCM; the row''s id is authenticated with it.';
comment on column provider_connections.credential_key_id is 'Which configured key opens the ciphertext.';
comment on column provider_connections.history_start is 'First day the user wants; null: PROVIDER_INITIAL_DAYS before the first sync.';
comment on column provider_connections.next_sync_at is 'When the scheduler may start the next run; null: not by itself.';
comment on column provider_connections.last_synced_at is 'End of the last run that completed, with or without errors of single accounts.';
-- GET /provider_connections in its order.
create index provider_connections_household on provider_connections (household_id, created_at, id);
-- The scheduler's ticker.
create index provider_connections_due on provider_connections (next_sync_at) where status = 'good';
-- npm run credentials -- rotate.
create index provider_connections_credential_key on provider_connections (credential_key_id);

create table sync_leases (
  connection_id uuid primary key,
  household_id uuid not null,
  token bigint not null default 0,
  holder text,
  expires_at timestamptz,
  constraint sync_leases_connection foreign key (household_id, connection_id) references provider_connections (household_id, id) on delete cascade
);
comment on table sync_leases is 'One sync per connection at a time. Times are the database''s own, so that no worker''s clock matters.';
comment on column sync_leases.token is 'Grows with every holder; every commit of a sync checks that it is still the newest.';
