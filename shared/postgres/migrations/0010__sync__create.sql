-- A household's connections to the provider, what each run did, and how far it got.

create table provider_connections (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 255),
  credential_key_id text not null,
  credential_ciphertext bytea not null,
  credential_last_four text not null,
  status text not null default 'good',
  status_reason text,
  history_start date,
  next_sync_at timestamptz,
  last_synced_at timestamptz,
  manual_sync_after timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  credential_digest bytea,
  bank text,
  failures_in_row integer not null default 0,
  failing_since timestamptz,
  suspended_at timestamptz,
  constraint provider_connections_tenant unique (household_id, id),
  constraint provider_connections_reason check ((status <> 'good') = (status_reason is not null)),
  constraint provider_connections_status check (status in ('good', 'degraded', 'requires_update', 'suspended')),
  constraint provider_connections_suspended check ((status = 'suspended') = (suspended_at is not null))
);
comment on column provider_connections.credential_key_id is 'Which configured key opens the ciphertext.';
comment on column provider_connections.credential_ciphertext is 'AES-256-GCM; the row''s id is authenticated with it.';
comment on column provider_connections.status_reason is 'Code of the failure: of the key, of the account list, or of the first account that failed.';
comment on column provider_connections.history_start is 'First day the user wants; null: PROVIDER_INITIAL_DAYS before the first sync.';
comment on column provider_connections.next_sync_at is 'When the scheduler may start the next run; null: not by itself.';
comment on column provider_connections.last_synced_at is 'End of the last run that read at least one account whole.';
comment on column provider_connections.credential_digest is 'HMAC-SHA-256 of household and provider key, keyed by a key derived from credential_key_id.';
comment on column provider_connections.bank is 'Name of the institution as its accounts were last listed, folded; null: none is known.';
comment on column provider_connections.failures_in_row is 'Runs that read no account whole, since the last one that did.';
comment on column provider_connections.failing_since is 'End of the first of them.';
-- GET /provider_connections in its order.
create index provider_connections_household on provider_connections (household_id, created_at, id);
-- ledgerline ops credentials rotate.
create index provider_connections_credential_key on provider_connections (credential_key_id);
-- The scheduler's ticker.
create index provider_connections_due on provider_connections (next_sync_at) where status <> 'requires_update';

create table provider_accounts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  connection_id uuid,
  provider_account_id text not null,
  account_id uuid not null,
  aggregator text,
  institution_logo text,
  state text not null default 'active' check (state in ('active', 'missing', 'disconnected', 'error')),
  ignored boolean not null default false,
  watermark date,
  history_floor date,
  last_read_at timestamptz,
  holdings_state text not null default 'unknown' check (holdings_state in ('unknown', 'available', 'not_supported')),
  holdings_checked_at timestamptz,
  holdings_total numeric,
  holdings_currency text check (holdings_currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_error jsonb,
  last_error_at timestamptz,
  limited_until timestamptz,
  listed_name text,
  content_scope text,
  constraint provider_accounts_once unique (connection_id, provider_account_id),
  constraint provider_accounts_one_link unique (account_id),
  constraint provider_accounts_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade,
  constraint provider_accounts_connection foreign key (household_id, connection_id)
    references provider_connections (household_id, id) on delete set null (connection_id)
);
comment on column provider_accounts.connection_id is 'Null after its connection was deleted: a new connection that lists the account finds its rows again.';
comment on column provider_accounts.watermark is 'Day of the last complete read; never moves back; null: the next read asks for the whole history.';
comment on column provider_accounts.history_floor is 'First day of the first complete read: rows before it are never stored.';
comment on column provider_accounts.last_read_at is 'When transactions were last read completely, which is not when the account was last tried.';
comment on column provider_accounts.holdings_total is 'The portfolio value as the provider states it.';
comment on column provider_accounts.last_error is 'First error of the last run that came to this account; null after one without errors.';
comment on column provider_accounts.limited_until is 'The provider limits this account on its own: runs leave it alone until then.';
comment on column provider_accounts.listed_name is 'As the provider names it: a person may have renamed ours.';
comment on column provider_accounts.content_scope is 'The provider id that the content of its rows is hashed with, where that is an earlier one.';
create index provider_accounts_household on provider_accounts (household_id, provider_account_id);

create table removed_provider_accounts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  connection_id uuid not null,
  provider_account_id text not null,
  name text not null,
  institution_name text,
  currency text,
  marks bytea[] not null default '{}',
  created_at timestamptz not null default now(),
  last_day date,
  constraint removed_provider_accounts_once unique (connection_id, provider_account_id),
  constraint removed_provider_accounts_connection foreign key (household_id, connection_id)
    references provider_connections (household_id, id) on delete cascade
);
comment on table removed_provider_accounts is 'The discovery of accounts leaves these out, under a new provider id, too, as far as content tells.';
comment on column removed_provider_accounts.marks is 'Digests of its latest rows: date, amount, currency, merchant or description.';
comment on column removed_provider_accounts.last_day is 'Day of its newest row that the provider brought; null: it had none.';
-- What the discovery of a connection leaves out.
create index removed_provider_accounts_household on removed_provider_accounts (household_id, connection_id);

create table syncs (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
  connection_id uuid not null,
  trigger text not null check (trigger in ('manual', 'scheduled', 'connection')),
  status text not null default 'queued'
    check (status in (
      'queued', 'running', 'completed', 'completed_with_errors', 'rate_limited', 'failed', 'cancelled', 'stale'
    )),
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
  deaths integer not null default 0,
  at_risk boolean not null default false,
  bank text,
  ahead integer not null default 0,
  held_at timestamptz,
  held_by text,
  waits jsonb not null default '[]',
  place_turn timestamptz,
  called_at timestamptz,
  constraint syncs_tenant unique (household_id, id),
  constraint syncs_connection foreign key (household_id, connection_id)
    references provider_connections (household_id, id) on delete cascade,
  constraint syncs_finished check ((status in ('queued', 'running')) = (finished_at is null)),
  constraint syncs_held_by check (held_by in ('paused', 'provider_down'))
);
comment on column syncs.discovered_at is 'The accounts of this run are known: its sync_accounts rows exist.';
comment on column syncs.deadline_at is 'A run that waits for rate limits ends here; waiting uses no attempt of its job.';
comment on column syncs.fenced_writes is 'Commits refused because a newer holder had taken the lease.';
comment on column syncs.deaths is 'Workers that vanished before the accounts were known, not counting those that only waited.';
comment on column syncs.at_risk is 'After a death: a worker does now what may have ended the one before.';
comment on column syncs.bank is 'The connection''s bank when the run was made.';
comment on column syncs.ahead is 'When the run was made: live runs of its household, or households with live runs at its bank, whichever were more; 1,080 at most.';
comment on column syncs.held_at is 'Since when the run is held back, without a place in a worker. Its deadline moves by as much.';
comment on column syncs.waits is 'Each wait of the run, {at, until, reason}, the last 50: GET /provider_connections/{id}/timeline.';
comment on column syncs.place_turn is 'The run waits for a place of its household or bank, and this is its turn; null: it does not wait.';
comment on column syncs.called_at is 'When a worker with room called it out of the line; should it not come, it is called again.';
-- At most one live run per connection, whatever the queue does.
create unique index syncs_one_live on syncs (connection_id) where status in ('queued', 'running');
-- GET /syncs in its order.
create index syncs_household on syncs (household_id, created_at desc, id);
create index syncs_connection_created on syncs (connection_id, created_at desc);
-- The scheduler's sweeper and reconciler.
create index syncs_live on syncs (created_at) where status in ('queued', 'running');
-- store/syncs/count-ahead.ts: live runs of a household, and households with live runs at a bank.
create index syncs_live_household on syncs (household_id) where status in ('queued', 'running');
create index syncs_live_bank on syncs (bank, household_id) where status in ('queued', 'running') and bank is not null;
create index syncs_ended_badly on syncs (household_id, created_at desc, id)
  where status in ('completed_with_errors', 'rate_limited', 'failed', 'cancelled', 'stale');
create index syncs_ended on syncs (created_at, id) where finished_at is not null;
-- store/syncs/held-syncs.ts: runs that may go on.
create index syncs_held on syncs (updated_at, id) where held_at is not null and status in ('queued', 'running');
-- store/syncs/place-lines.ts: the line of each bank.
create index syncs_in_line on syncs (coalesce(bank, ''), place_turn)
  where place_turn is not null and status in ('queued', 'running');

create table sync_accounts (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
  sync_id uuid not null,
  provider_account_id uuid not null references provider_accounts (id) on delete cascade,
  account_id uuid not null,
  position integer not null,
  status text not null default 'pending'
    check (status in ('pending', 'running', 'completed', 'completed_with_errors', 'failed', 'skipped')),
  step text not null default 'balance' check (step in ('balance', 'transactions', 'reconcile', 'holdings', 'done')),
  list_currency text,
  balance_currency text,
  read_on date,
  read_from date,
  read_to date,
  history_floor date,
  include_pending boolean,
  read_complete boolean,
  pages integer not null default 0,
  rows_read integer not null default 0,
  totals jsonb not null default '[]',
  counts jsonb not null default '{}',
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  limited_until timestamptz,
  deaths integer not null default 0,
  at_risk boolean not null default false,
  next_page jsonb,
  constraint sync_accounts_once unique (sync_id, provider_account_id),
  constraint sync_accounts_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade,
  constraint sync_accounts_sync foreign key (household_id, sync_id)
    references syncs (household_id, id) on delete cascade
);
comment on column sync_accounts.step is 'The checkpoint: steps before it are committed, so another worker goes on here.';
comment on column sync_accounts.read_complete is 'Null while reading. Only a complete read lets absence mean anything.';
comment on column sync_accounts.totals is 'The list length as each page stated it, with the page''s own length.';
comment on column sync_accounts.limited_until is 'Set aside in this run: its own rate limit, or one that may be its own, ends then.';
comment on column sync_accounts.deaths is 'Workers that vanished over the account since its last checkpoint, not counting those that only waited.';
comment on column sync_accounts.at_risk is 'After a death: a worker does now what may have ended the one before.';
comment on column sync_accounts.next_page is 'The next page; written in one transaction with the rows of the page before.';
create index sync_accounts_account_id on sync_accounts (account_id);
create index sync_accounts_provider_account_id on sync_accounts (provider_account_id);

create table staged_pages (
  household_id uuid not null,
  sync_account_id uuid not null references sync_accounts (id) on delete cascade,
  page integer not null,
  lines text not null,
  constraint staged_pages_pkey primary key (household_id, sync_account_id, page)
);
comment on table staged_pages is 'Pages of a read that is not complete yet, as lines of a copy into the temporary table read_rows.';
create index staged_pages_sync_account_id on staged_pages (sync_account_id);
-- A page is read once and dropped.
alter table staged_pages
  alter column lines set storage external;

create table staged_seen_keys (
  sync_account_id uuid not null references sync_accounts (id) on delete cascade,
  row_key text not null,
  constraint staged_seen_keys_pkey primary key (sync_account_id, row_key)
);
comment on table staged_seen_keys is 'Rows of a read that could not be understood, by the id they came with: seen, hence not absent. Empty between runs.';

create table transaction_aliases (
  household_id uuid not null,
  account_id uuid not null,
  external_id text not null,
  transaction_id uuid not null,
  created_at timestamptz not null default now(),
  constraint transaction_aliases_pkey primary key (account_id, external_id),
  constraint transaction_aliases_transaction foreign key (household_id, transaction_id)
    references transactions (household_id, id) on delete cascade
);
comment on table transaction_aliases is 'Keys that a synced row used to have: the provider may still list them.';
create index transaction_aliases_transaction_id on transaction_aliases (transaction_id);

create table transaction_suggestions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  transaction_id uuid not null,
  candidate_ids uuid[] not null check (cardinality(candidate_ids) > 0),
  created_at timestamptz not null default now(),
  constraint transaction_suggestions_once unique (transaction_id),
  constraint transaction_suggestions_transaction foreign key (household_id, transaction_id)
    references transactions (household_id, id) on delete cascade
);
comment on table transaction_suggestions is 'A posted row that several pending rows could have become: a person decides.';
create index transaction_suggestions_household on transaction_suggestions (household_id, created_at);

create table account_suggestions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  account_id uuid not null,
  candidate_id uuid not null,
  created_at timestamptz not null default now(),
  constraint account_suggestions_once unique (account_id, candidate_id),
  constraint account_suggestions_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade,
  constraint account_suggestions_candidate foreign key (household_id, candidate_id)
    references accounts (household_id, id) on delete cascade
);
comment on table account_suggestions is 'Two accounts that may be one: the provider listed account_id as new, and it looks like candidate_id.';
-- The list of open suggestions, newest first.
create index account_suggestions_household on account_suggestions (household_id, created_at);
-- Deleting an account.
create index account_suggestions_candidate_id on account_suggestions (candidate_id);
