-- What the provider calls an account, linked to one of ours.
create table provider_accounts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
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
  constraint provider_accounts_connection foreign key (household_id, connection_id) references provider_connections (household_id, id) on delete set null (connection_id),
  constraint provider_accounts_account foreign key (household_id, account_id) references accounts (household_id, id) on delete cascade,
  constraint provider_accounts_once unique (connection_id, provider_account_id),
  constraint provider_accounts_one_link unique (account_id)
);
comment on column provider_accounts.connection_id is 'Null after its connection was deleted: a new connection that lists the account finds its rows again.';
comment on column provider_accounts.watermark is 'Day of the last complete read; never moves back; null: the next read asks for the whole history.';
comment on column provider_accounts.history_floor is 'First day of the first complete read: rows before it are never stored.';
comment on column provider_accounts.last_read_at is 'When transactions were last read completely, which is not when the account was last tried.';
comment on column provider_accounts.holdings_total is 'The portfolio value as the provider states it.';
create index provider_accounts_household on provider_accounts (household_id, provider_account_id);
