-- When a changed record was last written before: undo gives the instant back, so that the change does not look like a
-- person's edit to the undo of the import that created the record.
alter table undo_journal add column was_updated_at timestamptz;
comment on column undo_journal.was_updated_at is 'Of a changed record: its updated_at before.';

-- Images hold instants in UTC, whatever the connection says.
create or replace function journal_changed_records() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into undo_journal (household_id, source_id, kind, record_id, before, after, was_updated_at)
  select n.household_id, current_setting('ledgerline.undo_source')::uuid, tg_table_name, n.id, c.before, c.after,
    (row_to_json(o) ->> 'updated_at')::timestamptz
  from replaced o
  join written n on n.id = o.id
  cross join lateral changed_attributes(row_to_json(o), row_to_json(n)) c
  where c.before is not null;
  return null;
end $$;
