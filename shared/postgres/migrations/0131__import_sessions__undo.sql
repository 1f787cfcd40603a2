-- Import sessions can be undone.
alter table import_sessions
  drop constraint import_sessions_status_check,
  add constraint import_sessions_status_check
    check (status in ('pending', 'importing', 'complete', 'failed', 'cancelled', 'undoing', 'undone')),
  drop constraint import_sessions_running_has_run,
  add constraint import_sessions_running_has_run
    check (status not in ('importing', 'undoing') or run_id is not null),
  add column journaled boolean not null default false,
  add column undo_summary jsonb,
  add column undone_at timestamptz,
  add column deaths integer not null default 0;
-- Undo runs whose worker may be gone.
create index import_sessions_undoing on import_sessions (updated_at) where status = 'undoing';
comment on column import_sessions.journaled is 'All that it wrote is in the undo journal; sessions of earlier releases cannot be undone.';
comment on column import_sessions.undo_summary is 'What undoing removed, restored and kept.';
comment on column import_sessions.deaths is 'Workers that vanished over the current undo.';
