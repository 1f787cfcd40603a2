-- What a run needs to be taken over by another worker and go on after the last finished rule.
alter table rule_runs
  add column fencing_token bigint not null default 0,
  add column cursor_created_at timestamptz,
  add column cursor_rule_id uuid,
  add column results jsonb not null default '[]',
  add constraint rule_runs_cursor_whole check ((cursor_created_at is null) = (cursor_rule_id is null));
comment on column rule_runs.fencing_token is 'Raised by each claim; a worker that lost its lease no longer matches it.';
comment on column rule_runs.cursor_rule_id is 'The last rule of the run that is committed; the next one follows by created_at, id.';
comment on column rule_runs.results is 'One entry for each rule that matched something or failed.';
-- Rules of a household run one after another, whatever the number of workers.
create unique index rule_runs_one_running on rule_runs (household_id) where status = 'running';
-- A sync and an import that end together need one run, not two.
create unique index rule_runs_one_scheduled on rule_runs (household_id) where status = 'pending' and execution_type = 'scheduled';
create index rule_runs_rule_id on rule_runs (rule_id) where rule_id is not null;

-- The other side of a transfer that a rule made because none had arrived yet.
alter table transactions
  add column mirror_of uuid,
  add constraint transactions_mirror_of foreign key (household_id, mirror_of) references transactions (household_id, id) on delete cascade;
comment on column transactions.mirror_of is 'Made by a rule as the counterpart of that transaction; gives way when the real one arrives.';
create unique index transactions_mirror_of_once on transactions (mirror_of) where mirror_of is not null and removed_at is null;
-- Finding the counterpart of a transfer: same account and amount, near in time.
create index transactions_account_amount on transactions (account_id, amount, date) where removed_at is null;
