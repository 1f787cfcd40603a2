-- Automation rules, their runs, and what they have yet to look at.

create table rules (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  resource_type text not null default 'transaction' check (resource_type = 'transaction'),
  name text,
  active boolean not null default false,
  effective_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  conditions json not null default '[]',
  actions json not null default '[]',
  priority integer not null default 0,
  stop boolean not null default false,
  constraint rules_tenant unique (household_id, id),
  constraint rules_actions_list check (json_typeof(actions) = 'array'),
  constraint rules_conditions_list check (json_typeof(conditions) = 'array')
);
comment on column rules.conditions is 'As GET /rules answers them, members of groups within; written by shared/store/rules/rule-parts.ts.';
comment on column rules.actions is 'As GET /rules answers them.';
comment on column rules.priority is 'Rules with more of it run first, those with as much by created_at, id.';
comment on column rules.stop is 'A transaction that the rule matches is not shown to the rules after it.';
-- GET /rules in its order, and the order in which the engine runs them.
create index rules_household_order on rules (household_id, created_at, id);

create table rule_runs (
  id uuid primary key default uuidv7(),
  household_id uuid not null references households (id) on delete cascade,
  rule_id uuid,
  execution_type text not null check (execution_type in ('manual', 'scheduled')),
  trigger text not null check (trigger in ('request', 'sync', 'import', 'write')),
  ignore_locks boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  transactions_queued integer not null default 0,
  transactions_processed integer not null default 0,
  transactions_modified integer not null default 0,
  error jsonb,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  results jsonb not null default '[]',
  deaths integer not null default 0,
  scope text not null default 'all',
  cursor_date date,
  cursor_transaction_id uuid,
  source_id uuid,
  constraint rule_runs_rule foreign key (household_id, rule_id) references rules (household_id, id) on delete cascade,
  constraint rule_runs_scope_known check (scope in ('all', 'changed', 'transfers'))
);
comment on column rule_runs.results is 'One entry for each rule that matched something or failed.';
comment on column rule_runs.deaths is 'Workers that vanished since the run last got on.';
comment on column rule_runs.scope is 'changed: what rule_work holds for the household; all: every transaction; transfers: every one, only paired.';
comment on column rule_runs.cursor_transaction_id is 'The last transaction that is done; in the order of day (latest first) and id, or of id alone for changed ones.';
comment on column rule_runs.source_id is 'The import or import session whose work it has claimed; null for others.';
create index rule_runs_household on rule_runs (household_id, created_at desc, id);
-- Rules of a household run one after another, whatever the number of workers.
create unique index rule_runs_one_running on rule_runs (household_id) where status = 'running';
create index rule_runs_rule_id on rule_runs (rule_id) where rule_id is not null;
create index rule_runs_ended on rule_runs (created_at) where status in ('completed', 'failed');
-- A sync and an import that end together need one run, not two.
create unique index rule_runs_one_scheduled on rule_runs (household_id)
  where status = 'queued' and execution_type = 'scheduled';
-- The sweeper: runs whose job may be lost.
create index rule_runs_open on rule_runs (created_at) where status in ('queued', 'running');
-- Undo ends the runs of its import.
create index rule_runs_open_source on rule_runs (household_id, source_id)
  where source_id is not null and status in ('queued', 'running');

create table rule_work (
  id bigint generated always as identity primary key,
  household_id uuid not null references households (id) on delete cascade,
  transaction_ids uuid[] not null default '{}',
  import_session_id uuid,
  rule_run_id uuid references rule_runs (id) on delete set null,
  created_at timestamptz not null default now(),
  source_id uuid
);
comment on column rule_work.import_session_id is 'All transactions of that session.';
comment on column rule_work.rule_run_id is 'The run that looks at them; it deletes the row when it ends.';
comment on column rule_work.source_id is 'The import that changed them; null for syncs, people and (by import_session_id) sessions.';
-- A run claims the work of its household; a run that is deleted gives it back.
create index rule_work_household on rule_work (household_id);
create index rule_work_rule_run on rule_work (rule_run_id) where rule_run_id is not null;
-- Ids do not compress.
alter table rule_work
  alter column transaction_ids set storage external;
