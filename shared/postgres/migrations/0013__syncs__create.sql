-- Runs of the bank sync, what each did per account, and how far it got.
create table syncs (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  connection_id uuid not null,
  trigger text not null check (trigger in ('manual', 'scheduled', 'connection')),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'completed_with_errors', 'rate_limited', 'failed', 'cancelled', 'stale')),
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  discovered_at timestamptz,
  waiting_until timestamptz,
  deadline_at timestamptz not null,
  cancel_requested_at timestamptz,
  fenced_writes integer not null default 0,
  enqueued_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint syncs_tenant unique (household_id, id),
  constraint syncs_connection foreign key (household_id, connection_id) references provider_connections (household_id, id) on delete cascade,
  constraint syncs_finished check ((status in ('queued', 'running')) = (finished_at is null))
);
comment on column syncs.discovered_at is 'The accounts of this run are known: its sync_accounts rows exist.';
comment on column syncs.deadline_at is 'A run that waits for rate limits ends here; waiting uses no attempt of its job.';
comment on column syncs.fenced_writes is 'Commits refused because a newer holder had taken the lease.';
-- At most one live run per connection, whatever the queue does.
create unique index syncs_one_live on syncs (connection_id) where status in ('queued', 'running');
-- GET /syncs in its order.
create index syncs_household on syncs (household_id, created_at desc, id);
create index syncs_connection_created on syncs (connection_id, created_at desc);
-- The scheduler's sweeper and reconciler.
create index syncs_live on syncs (created_at) where status in ('queued', 'running');

create table sync_accounts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  sync_id uuid not null,
  provider_account_id uuid not null references provider_accounts on delete cascade,
  account_id uuid not null,
  position integer not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'completed_with_errors', 'failed', 'skipped')),
  step text not null default 'balance' check (step in ('balance', 'transactions', 'reconcile', 'holdings', 'done')),
  list_currency text,
  balance_currency text,
  read_on date,
  read_from date,
  read_to date,
  history_floor date,
  include_pending boolean,
  page_token jsonb,
  read_complete boolean,
  pages integer not null default 0,
  rows_read integer not null default 0,
  totals jsonb not null default '[]',
  counts jsonb not null default '{}',
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sync_accounts_sync foreign key (household_id, sync_id) references syncs (household_id, id) on delete cascade,
  constraint sync_accounts_account foreign key (household_id, account_id) references accounts (household_id, id) on delete cascade,
  constraint sync_accounts_once unique (sync_id, provider_account_id)
);
comment on column sync_accounts.step is 'The checkpoint: steps before it are committed, so another worker goes on here.';
comment on column sync_accounts.page_token is 'The next page; written in one transaction with the rows of the page before.';
comment on column sync_accounts.read_complete is 'Null while reading. Only a complete read lets absence mean anything.';
comment on column sync_accounts.totals is 'The list length as each page stated it, with the page''s own length.';
create index sync_accounts_account_id on sync_accounts (account_id);
create index sync_accounts_provider_account_id on sync_accounts (provider_account_id);

create table staged_transactions (
  sync_account_id uuid not null references sync_accounts on delete cascade,
  row_key text,
  page integer not null,
  position integer not null,
  content_hash bytea not null,
  date date not null,
  amount numeric not null,
  currency text not null,
  name text not null,
  label text not null,
  merchant text,
  description text,
  pending boolean not null,
  -- The later copy of a key wins; rows without id have none until the whole read is known.
  constraint staged_transactions_key unique (sync_account_id, row_key)
);
comment on table staged_transactions is 'Rows of a read that is not reconciled yet. Empty between runs.';
