-- Budgets and recurring transactions.
create table budgets (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
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
  household_id uuid not null references households on delete cascade,
  budget_id uuid not null,
  category_id uuid not null,
  budgeted_spending numeric not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint budget_categories_budget foreign key (household_id, budget_id) references budgets (household_id, id) on delete cascade,
  constraint budget_categories_category foreign key (household_id, category_id) references categories (household_id, id) on delete cascade,
  constraint budget_categories_pair unique (budget_id, category_id)
);

create table recurring_transactions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  account_id uuid,
  merchant_id uuid,
  name text,
  amount numeric not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  expected_day_of_month integer not null check (expected_day_of_month between 1 and 31),
  last_occurrence_date date not null,
  next_expected_date date not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  occurrence_count integer not null default 0,
  extra jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint recurring_transactions_account foreign key (household_id, account_id) references accounts (household_id, id) on delete cascade,
  constraint recurring_transactions_merchant foreign key (household_id, merchant_id) references merchants (household_id, id) on delete set null (merchant_id)
);
create index recurring_transactions_household on recurring_transactions (household_id);
