alter table rules
  add column priority integer not null default 0,
  add column stop boolean not null default false;
comment on column rules.priority is 'Rules with more of it run first, those with as much by created_at, id.';
comment on column rules.stop is 'A transaction that the rule matches is not shown to the rules after it.';

-- What syncs and imports created or changed and no run of the rules has looked at yet: a row for each statement or
-- session, not for each transaction.
create table rule_work (
  id bigint primary key generated always as identity,
  household_id uuid not null references households on delete cascade,
  transaction_ids uuid[] not null default '{}',
  import_session_id uuid,
  rule_run_id uuid references rule_runs on delete set null,
  created_at timestamptz not null default now()
);
comment on column rule_work.import_session_id is 'All transactions of that session.';
comment on column rule_work.rule_run_id is 'The run that looks at them; it deletes the row when it ends.';
-- A run claims the work of its household; a run that is deleted gives it back.
create index rule_work_household on rule_work (household_id);
create index rule_work_rule_run on rule_work (rule_run_id) where rule_run_id is not null;

-- A run goes on behind the last transaction, no longer behind the last rule. One that is under way begins anew.
alter table rule_runs
  add column scope text not null default 'all' constraint rule_runs_scope_known check (scope in ('all', 'changed')),
  add column cursor_date date,
  add column cursor_transaction_id uuid,
  drop constraint rule_runs_cursor_whole,
  drop column cursor_created_at,
  drop column cursor_rule_id;
comment on column rule_runs.scope is 'changed: what rule_work holds for the household; all: every transaction.';
comment on column rule_runs.cursor_transaction_id is 'The last transaction that is done; in the order of day (latest first) and id, or of id alone for changed ones.';
comment on column rule_runs.deaths is 'Workers that vanished since the run last got on.';
update rule_runs
set transactions_queued = 0,
  transactions_processed = 0,
  transactions_modified = 0,
  results = '[]'
where status = 'running';
