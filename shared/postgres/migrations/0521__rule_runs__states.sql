alter table rule_runs
  drop constraint rule_runs_status_check;

update rule_runs
set status = case status when 'pending' then 'queued' when 'success' then 'completed' end
where status in ('pending', 'success');

alter table rule_runs
  alter column status set default 'queued',
  add constraint rule_runs_status_check check (status in ('queued', 'running', 'completed', 'failed'));

drop index rule_runs_ended, rule_runs_one_scheduled, rule_runs_open, rule_runs_open_source;

create index rule_runs_ended on rule_runs (created_at) where status in ('completed', 'failed');
create unique index rule_runs_one_scheduled on rule_runs (household_id) where status = 'queued' and execution_type = 'scheduled';
create index rule_runs_open on rule_runs (created_at) where status in ('queued', 'running');
create index rule_runs_open_source on rule_runs (household_id, source_id) where source_id is not null and status in ('queued', 'running');
