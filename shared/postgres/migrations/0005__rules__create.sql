-- Automation rules, their runs, and what they changed.
create table rules (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  resource_type text not null default 'transaction' check (resource_type = 'transaction'),
  name text,
  active boolean not null default false,
  effective_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rules_tenant unique (household_id, id)
);
-- GET /rules in its order, and the order in which the engine runs them.
create index rules_household_order on rules (household_id, created_at, id);

create table rule_conditions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  rule_id uuid not null,
  parent_id uuid references rule_conditions on delete cascade,
  position integer not null,
  condition_type text not null,
  operator text not null,
  value text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rule_conditions_rule foreign key (household_id, rule_id) references rules (household_id, id) on delete cascade
);
create index rule_conditions_rule_id on rule_conditions (rule_id, position);
create index rule_conditions_parent_id on rule_conditions (parent_id) where parent_id is not null;

create table rule_actions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  rule_id uuid not null,
  position integer not null,
  action_type text not null,
  value text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rule_actions_rule foreign key (household_id, rule_id) references rules (household_id, id) on delete cascade,
  constraint rule_actions_type_once unique (rule_id, action_type)
);
create index rule_actions_rule_id on rule_actions (rule_id, position);

create table rule_runs (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  -- Null: all active rules of the household.
  rule_id uuid,
  execution_type text not null check (execution_type in ('manual', 'scheduled')),
  trigger text not null check (trigger in ('request', 'sync', 'import')),
  ignore_locks boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'running', 'success', 'failed')),
  transactions_queued integer not null default 0,
  transactions_processed integer not null default 0,
  transactions_modified integer not null default 0,
  error jsonb,
  lease_expires_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rule_runs_rule foreign key (household_id, rule_id) references rules (household_id, id) on delete cascade
);
create index rule_runs_household on rule_runs (household_id, created_at desc, id);
-- The sweeper: runs whose job may be lost.
create index rule_runs_open on rule_runs (created_at) where status in ('pending', 'running');

create table transaction_changes (
  id bigint generated always as identity primary key,
  household_id uuid not null references households on delete cascade,
  transaction_id uuid not null,
  attribute text not null,
  source text not null check (source in ('rule', 'user', 'provider')),
  rule_id uuid,
  rule_run_id uuid,
  old_value text,
  new_value text,
  created_at timestamptz not null default now(),
  constraint transaction_changes_transaction foreign key (household_id, transaction_id) references transactions (household_id, id) on delete cascade
);
create index transaction_changes_transaction_id on transaction_changes (transaction_id, created_at);
