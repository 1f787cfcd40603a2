alter table rule_runs
add column deaths integer not null default 0;

comment on column rule_runs.deaths is 'Workers that vanished since the cursor moved.';
