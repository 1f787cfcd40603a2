-- What a household's money looks like, whoever wrote it: the bank, a file or a person.
-- One sign everywhere: money in is positive, money out is negative, seen from the account holder.

create table accounts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  name text not null,
  accountable_type text not null default 'Depository'
    check (accountable_type in (
      'Depository', 'Investment', 'Crypto', 'Property', 'Vehicle', 'OtherAsset', 'CreditCard', 'Loan',
      'OtherLiability'
    )),
  subtype text,
  currency text check (currency ~ '^[A-Z]{3}$'),
  balance numeric,
  cash_balance numeric,
  balance_at timestamptz,
  status text not null default 'active' check (status in ('active', 'draft', 'disabled')),
  institution_name text,
  institution_domain text,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_tenant unique (household_id, id)
);
comment on column accounts.currency is 'ISO 4217; null while the provider has not told it: never guessed.';
comment on column accounts.balance_at is 'When the balance was true; kept with the old balance when a refresh fails.';
-- GET /accounts in its order.
create index accounts_household on accounts (household_id, created_at, id);

create table balances (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
  account_id uuid not null,
  date date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  balance numeric not null,
  cash_balance numeric,
  components jsonb not null default '{}',
  flows_factor smallint not null default 1 check (flows_factor in (1, -1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint balances_account_day unique (account_id, date, currency),
  constraint balances_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade
);
create index balances_household on balances (household_id, account_id, date desc);

create table valuations (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
  account_id uuid not null,
  date date not null,
  kind text not null default 'reconciliation' check (kind in ('reconciliation', 'opening_anchor', 'current_anchor')),
  name text,
  amount numeric not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  notes text,
  source text not null default 'manual',
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint valuations_account_day unique (account_id, date),
  constraint valuations_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade
);
create index valuations_household on valuations (household_id, date desc, id);

create table categories (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  parent_id uuid,
  name text not null,
  color text not null default '#737373',
  classification text not null default 'expense',
  icon text not null default 'shapes',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_tenant unique (household_id, id),
  constraint categories_name unique (household_id, name),
  constraint categories_parent foreign key (household_id, parent_id)
    references categories (household_id, id) on delete set null (parent_id)
);

create table tags (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  name text not null,
  color text not null default '#e99537',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tags_tenant unique (household_id, id),
  constraint tags_name unique (household_id, name)
);

create table merchants (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  name text not null,
  color text not null default '#6172f3',
  website_url text,
  logo_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint merchants_tenant unique (household_id, id),
  constraint merchants_name unique (household_id, name)
);

create table transactions (
  id uuid primary key default uuidv7(),
  household_id uuid not null,
  account_id uuid not null,
  date date not null,
  amount numeric not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  name text not null,
  notes text,
  kind text not null default 'standard'
    check (kind in (
      'standard', 'funds_movement', 'cc_payment', 'loan_payment', 'investment_contribution', 'one_time'
    )),
  excluded boolean not null default false,
  pending boolean not null default false,
  category_id uuid,
  merchant_id uuid,
  investment_activity_label text,
  parent_id uuid,
  is_split_parent boolean not null default false,
  extra jsonb not null default '{}',
  source text not null default 'manual',
  external_id text,
  locked_attributes jsonb not null default '{}',
  rule_attributes jsonb not null default '{}',
  provider_merchant text,
  provider_description text,
  first_seen_date date,
  absorbed_pending boolean not null default false,
  missed_reads integer not null default 0,
  stale_pending boolean not null default false,
  removed_at timestamptz,
  removed_reason text check (removed_reason in ('user', 'vanished')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  content_hash bytea,
  import_session_id uuid,
  mirror_of uuid,
  import_id uuid,
  import_name text,
  import_external_id text,
  import_date date,
  client_external_id text,
  constraint transactions_tenant unique (household_id, id),
  constraint transactions_external_id unique (account_id, source, external_id),
  constraint transactions_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade,
  constraint transactions_category foreign key (household_id, category_id)
    references categories (household_id, id) on delete set null (category_id),
  constraint transactions_merchant foreign key (household_id, merchant_id)
    references merchants (household_id, id) on delete set null (merchant_id),
  constraint transactions_mirror_of foreign key (household_id, mirror_of)
    references transactions (household_id, id) on delete cascade,
  constraint transactions_parent foreign key (household_id, parent_id)
    references transactions (household_id, id) on delete cascade,
  constraint transactions_removed_with_reason check ((removed_at is null) = (removed_reason is null))
);
comment on column transactions.locked_attributes is 'Attributes a person edited: rules and the provider leave them alone.';
comment on column transactions.rule_attributes is 'Attributes a rule set: the provider leaves them alone, later rules do not.';
comment on column transactions.absorbed_pending is 'A posted row that took over its own pending one: a later equal pending is another purchase.';
comment on column transactions.removed_at is 'Soft removal; every read leaves such rows out.';
comment on column transactions.content_hash is 'SHA-256 over the account and what the provider says about the row; equal for a row under a new id.';
comment on column transactions.import_session_id is 'The session that made the row; with external_id it finds the row again, whatever its account.';
comment on column transactions.mirror_of is 'Made by a rule as the counterpart of that transaction; gives way when the real one arrives.';
comment on column transactions.import_id is 'The CSV import that made the row; stays when a bank sync takes the row over.';
comment on column transactions.import_name is 'The name as that import read it: the file is recognised by it, whatever people and rules made of the name.';
comment on column transactions.import_external_id is 'The bank''s own id of the row, from the column of the file that created it.';
comment on column transactions.import_date is 'The day in the file that import_name is from; null: the row''s own date.';
comment on column transactions.client_external_id is 'The id of a client that added the row; stays when a bank sync takes the row over. Unique among the living rows of an account while clients add them; imports are not held to it.';
-- The order matters: of indexes that seem equally good, as in a table without statistics, the planner takes the last one.
-- GET /transactions in its order.
create index transactions_household_date on transactions (household_id, date desc, id) where removed_at is null;
create index transactions_account_date on transactions (account_id, date desc, id) where removed_at is null;
-- Reconciling: open pending rows of an account.
create index transactions_open_pending on transactions (account_id, date) where pending and removed_at is null;
create index transactions_category_id on transactions (household_id, category_id) where category_id is not null;
create index transactions_merchant_id on transactions (household_id, merchant_id) where merchant_id is not null;
-- Reconciling: pending rows that were given up or deleted and may still post.
create index transactions_closed_pending on transactions (account_id, date) where pending and removed_at is not null;
create unique index transactions_mirror_of_once on transactions (mirror_of)
  where mirror_of is not null and removed_at is null;
-- Finding the counterpart of a transfer: same account and amount, near in time.
create index transactions_account_amount on transactions (account_id, amount, date) where removed_at is null;
-- Split lines of a transaction, and the foreign key transactions_parent.
create index transactions_parent_id on transactions (household_id, parent_id) where parent_id is not null;
-- The foreign key transactions_mirror_of.
create index transactions_mirror_of_id on transactions (household_id, mirror_of) where mirror_of is not null;
-- The latest rows of an account, deleted ones among them; few are.
create index transactions_removed on transactions (account_id, date desc, id) where removed_at is not null;
-- A file's row that the bank has given an id: who was imported under it before.
create index transactions_import_external_id on transactions (account_id, import_external_id)
  where import_external_id is not null;
-- POST /transactions: whether the client added the row before.
create index transactions_client_external_id on transactions (account_id, client_external_id)
  where client_external_id is not null;
-- Transfers and repeated records find the transaction of a source id.
create index transactions_imported on transactions (import_session_id, external_id)
  where import_session_id is not null;

create table transaction_tags (
  household_id uuid not null,
  transaction_id uuid not null,
  tag_id uuid not null,
  constraint transaction_tags_pkey primary key (transaction_id, tag_id),
  constraint transaction_tags_tag foreign key (household_id, tag_id)
    references tags (household_id, id) on delete cascade,
  constraint transaction_tags_transaction foreign key (household_id, transaction_id)
    references transactions (household_id, id) on delete cascade
);
create index transaction_tags_tag_id on transaction_tags (tag_id);

create table recurring_transactions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  account_id uuid,
  merchant_id uuid,
  name text,
  amount numeric not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expected_day_of_month integer not null check (expected_day_of_month >= 1 and expected_day_of_month <= 31),
  last_occurrence_date date not null,
  next_expected_date date not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  occurrence_count integer not null default 0,
  extra jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint recurring_transactions_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete cascade,
  constraint recurring_transactions_merchant foreign key (household_id, merchant_id)
    references merchants (household_id, id) on delete set null (merchant_id)
);
create index recurring_transactions_household on recurring_transactions (household_id);

create table budgets (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  budgeted_spending numeric,
  expected_income numeric,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint budgets_tenant unique (household_id, id),
  constraint budgets_period unique (household_id, start_date, end_date),
  constraint budgets_start_before_end check (start_date <= end_date)
);

create table budget_categories (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  budget_id uuid not null,
  category_id uuid not null,
  budgeted_spending numeric not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint budget_categories_pair unique (budget_id, category_id),
  constraint budget_categories_budget foreign key (household_id, budget_id)
    references budgets (household_id, id) on delete cascade,
  constraint budget_categories_category foreign key (household_id, category_id)
    references categories (household_id, id) on delete cascade
);
create index budget_categories_category_id on budget_categories (household_id, category_id);

-- A search compares an expression, of which the table has no statistics by itself: with these the planner knows how many
-- rows a word finds.
create statistics transactions_search_text on lower(
  name || chr(31) || coalesce(notes, '') || chr(31) || coalesce(provider_merchant, '')
  || chr(31) || coalesce(provider_description, '')
) from transactions;
