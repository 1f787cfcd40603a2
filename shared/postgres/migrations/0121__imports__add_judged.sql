alter table imports
  add column judged boolean not null default true,
  add constraint imports_judging_has_run check (judged or status <> 'pending' or run_id is not null);

comment on column imports.judged is 'Whether the verdicts say what publishing would do; false until a worker has looked at a large file.';

-- Runs whose job may be lost, over all households.
create index imports_unjudged
  on imports (updated_at)
  where status = 'pending' and not judged;
