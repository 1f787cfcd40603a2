-- What rules do because of an import is told in its journal. A run looks at the work of one cause.
alter table rule_work add column source_id uuid;
comment on column rule_work.source_id is 'The import that changed them; null for syncs, people and (by import_session_id) sessions.';
alter table rule_runs add column source_id uuid;
comment on column rule_runs.source_id is 'The import or import session whose work it has claimed; null for others.';
-- Undo ends the runs of its import.
create index rule_runs_open_source on rule_runs (household_id, source_id)
  where source_id is not null and status in ('pending', 'running');

-- Set apart, so that the table is not rewritten.
alter table undo_journal add column by_rules boolean;
alter table undo_journal alter column by_rules set default coalesce(current_setting('ledgerline.undo_rules', true), '') <> '';
comment on column undo_journal.by_rules is 'Rules wrote it because of the import. It does not make the record the import''s.';

-- All that an undo left alone, as it was then.
create table undo_kept (
  household_id uuid not null references households on delete cascade,
  source_id uuid not null,
  place integer not null,
  kind text not null,
  record_id uuid not null,
  reason text not null,
  line integer,
  date date,
  amount numeric,
  currency text,
  name text,
  primary key (household_id, source_id, place)
);
comment on table undo_kept is 'What undoing an import or an import session left alone; goes with it.';

-- Who else than rules and people changed a transaction.
alter table transaction_changes
  add column import_id uuid,
  add column sync_id uuid,
  drop constraint transaction_changes_source_check,
  add constraint transaction_changes_source_check
    check (source in ('rule', 'user', 'provider', 'transfer', 'import')) not valid;
comment on column transaction_changes.import_id is 'The import or import session that wrote the line, or whose undo did.';
comment on column transaction_changes.sync_id is 'The sync that wrote the line.';
