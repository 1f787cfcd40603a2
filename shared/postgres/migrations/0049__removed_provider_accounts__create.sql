-- Accounts that a person deleted or merged away while the provider still lists them.
create table removed_provider_accounts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  connection_id uuid not null,
  provider_account_id text not null,
  name text not null,
  institution_name text,
  currency text,
  marks bytea[] not null default '{}',
  created_at timestamptz not null default now(),
  constraint removed_provider_accounts_once unique (connection_id, provider_account_id),
  -- Whoever connects the bank anew means it: the tombstones go with the connection.
  constraint removed_provider_accounts_connection foreign key (household_id, connection_id)
    references provider_connections (household_id, id) on delete cascade
);
-- What the discovery of a connection leaves out.
create index removed_provider_accounts_household on removed_provider_accounts (household_id, connection_id);
comment on table removed_provider_accounts is 'The discovery of accounts leaves these out, under a new provider id, too, as far as content tells.';
comment on column removed_provider_accounts.marks is 'Digests of its latest rows: date, amount, currency, merchant or description.';

alter table provider_accounts
  add column listed_name text,
  add column content_scope text;
comment on column provider_accounts.listed_name is 'As the provider names it: a person may have renamed ours.';
comment on column provider_accounts.content_scope is 'The provider id that the content of its rows is hashed with, where that is an earlier one.';
