-- delete-old-rule-runs: ended runs by age, over all households.
create index rule_runs_ended on rule_runs (created_at)
  where status in ('success', 'failed');
