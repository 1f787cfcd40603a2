-- What a household's money looks like, whoever wrote it: the bank sync, an import session or a person.
-- One sign everywhere: money in is positive, money out is negative, seen from the account holder.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  name text not null,
  accountable_type text not null default 'Depository'
    check (accountable_type in ('Depository', 'Investment', 'Crypto', 'Property', 'Vehicle', 'OtherAsset', 'CreditCard', 'Loan', 'OtherLiability')),
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

create table categories (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  parent_id uuid,
  name text not null,
  color text not null default '#737373',
  classification text not null default 'expense',
  icon text not null default 'shapes',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_tenant unique (household_id, id),
  constraint categories_parent foreign key (household_id, parent_id) references categories (household_id, id) on delete set null (parent_id),
  constraint categories_name unique (household_id, name)
);

create table tags (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  name text not null,
  color text not null default '#e99537',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tags_tenant unique (household_id, id),
  constraint tags_name unique (household_id, name)
);

create table merchants (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
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
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  account_id uuid not null,
  date date not null,
  amount numeric not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  name text not null,
  notes text,
  kind text not null default 'standard'
    check (kind in ('standard', 'funds_movement', 'cc_payment', 'loan_payment', 'investment_contribution', 'one_time')),
  excluded boolean not null default false,
  pending boolean not null default false,
  category_id uuid,
  merchant_id uuid,
  investment_activity_label text,
  parent_id uuid,
  is_split_parent boolean not null default false,
  extra jsonb not null default '{}',
  -- Where the row comes from, and how its source knows it.
  source text not null default 'manual',
  external_id text,
  -- Who owns an attribute: attribute name to time of the edit.
  locked_attributes jsonb not null default '{}',
  rule_attributes jsonb not null default '{}',
  -- The provider's own words, refreshed by every sync whatever people and rules did to the row.
  provider_merchant text,
  provider_description text,
  first_seen_date date,
  -- Life of a pending row (reference: reconcile tiers).
  absorbed_pending boolean not null default false,
  missed_reads integer not null default 0,
  stale_pending boolean not null default false,
  removed_at timestamptz,
  removed_reason text check (removed_reason in ('user', 'vanished')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint transactions_tenant unique (household_id, id),
  constraint transactions_account foreign key (household_id, account_id) references accounts (household_id, id) on delete cascade,
  constraint transactions_category foreign key (household_id, category_id) references categories (household_id, id) on delete set null (category_id),
  constraint transactions_merchant foreign key (household_id, merchant_id) references merchants (household_id, id) on delete set null (merchant_id),
  constraint transactions_parent foreign key (household_id, parent_id) references transactions (household_id, id) on delete cascade,
  constraint transactions_removed_with_reason check ((removed_at is null) = (removed_reason is null)),
  constraint transactions_external_id unique (account_id, source, external_id)
);
comment on column transactions.locked_attributes is 'Attributes a person edited: rules and the provider leave them alone.';
comment on column transactions.rule_attributes is 'Attributes a rule set: the provider leaves them alone, later rules do not.';
comment on column transactions.absorbed_pending is 'A posted row that took over its own pending one: a later equal pending is another purchase.';
comment on column transactions.removed_at is 'Soft removal; every read leaves such rows out.';
-- GET /transactions in its order.
create index transactions_household_date on transactions (household_id, date desc, id) where removed_at is null;
create index transactions_account_date on transactions (account_id, date desc, id) where removed_at is null;
-- Reconciling: open pending rows of an account.
create index transactions_open_pending on transactions (account_id, date) where pending and removed_at is null;
create index transactions_category_id on transactions (household_id, category_id) where category_id is not null;
create index transactions_merchant_id on transactions (household_id, merchant_id) where merchant_id is not null;
create index transactions_parent_id on transactions (parent_id) where parent_id is not null;

create table transaction_tags (
  household_id uuid not null references households on delete cascade,
  transaction_id uuid not null,
  tag_id uuid not null,
  primary key (transaction_id, tag_id),
  constraint transaction_tags_transaction foreign key (household_id, transaction_id) references transactions (household_id, id) on delete cascade,
  constraint transaction_tags_tag foreign key (household_id, tag_id) references tags (household_id, id) on delete cascade
);
create index transaction_tags_tag_id on transaction_tags (tag_id);

create table transfers (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  inflow_transaction_id uuid not null,
  outflow_transaction_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'confirmed')),
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint transfers_inflow foreign key (household_id, inflow_transaction_id) references transactions (household_id, id) on delete cascade,
  constraint transfers_outflow foreign key (household_id, outflow_transaction_id) references transactions (household_id, id) on delete cascade,
  constraint transfers_pair unique (inflow_transaction_id, outflow_transaction_id)
);
create index transfers_outflow_id on transfers (outflow_transaction_id);

create table rejected_transfers (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  inflow_transaction_id uuid not null,
  outflow_transaction_id uuid not null,
  created_at timestamptz not null default now(),
  constraint rejected_transfers_inflow foreign key (household_id, inflow_transaction_id) references transactions (household_id, id) on delete cascade,
  constraint rejected_transfers_outflow foreign key (household_id, outflow_transaction_id) references transactions (household_id, id) on delete cascade,
  constraint rejected_transfers_pair unique (inflow_transaction_id, outflow_transaction_id)
);
create index rejected_transfers_outflow_id on rejected_transfers (outflow_transaction_id);
