-- What the sync needs to recognise a row again under another key.
alter table transactions add column content_hash bytea;
comment on column transactions.content_hash is 'SHA-256 over the account and what the provider says about the row; equal for a row under a new id.';
-- Reconciling: pending rows that were given up or deleted and may still post.
create index transactions_closed_pending on transactions (account_id, date) where pending and removed_at is not null;

create table transaction_aliases (
  household_id uuid not null,
  account_id uuid not null,
  external_id text not null,
  transaction_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, external_id),
  constraint transaction_aliases_transaction foreign key (household_id, transaction_id) references transactions (household_id, id) on delete cascade
);
comment on table transaction_aliases is 'Keys that a synced row used to have: the provider may still list them.';
create index transaction_aliases_transaction_id on transaction_aliases (transaction_id);

create table transaction_suggestions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  transaction_id uuid not null,
  candidate_ids uuid[] not null check (cardinality(candidate_ids) > 0),
  created_at timestamptz not null default now(),
  constraint transaction_suggestions_transaction foreign key (household_id, transaction_id) references transactions (household_id, id) on delete cascade,
  constraint transaction_suggestions_once unique (transaction_id)
);
comment on table transaction_suggestions is 'A posted row that several pending rows could have become: a person decides.';
create index transaction_suggestions_household on transaction_suggestions (household_id, created_at);
