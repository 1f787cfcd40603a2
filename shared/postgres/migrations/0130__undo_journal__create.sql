-- What imports write into the ledger, for undo: which records they created and what they changed, with both images.
-- Triggers write it, and only in a transaction that names its import (shared/store/undo/journal.ts): what an import
-- writes in future is noted without a thought.
create table undo_journal (
  id bigint generated always as identity primary key,
  household_id uuid not null references households on delete cascade,
  source_id uuid not null,
  kind text not null,
  created_ids uuid[],
  tag_ids uuid[],
  record_id uuid,
  before json,
  after json,
  locks jsonb,
  kept text,
  created_at timestamptz not null default now()
);
-- Undo reads what one import did.
create index undo_journal_source on undo_journal (household_id, source_id);
-- Whether another import changed a record.
create index undo_journal_record on undo_journal (household_id, record_id) where record_id is not null;
-- Entries that are too old to be of use.
create index undo_journal_created_at on undo_journal (created_at);
-- Ids do not compress.
alter table undo_journal
  alter column created_ids set storage external,
  alter column tag_ids set storage external;
comment on column undo_journal.source_id is 'The import of a CSV or the import session.';
comment on column undo_journal.kind is 'Table of the records.';
comment on column undo_journal.created_ids is 'Records that one statement created; of transaction_tags their transactions.';
comment on column undo_journal.tag_ids is 'The tags of transaction_tags, in the order of created_ids.';
comment on column undo_journal.record_id is 'A single record: changed, locked from the start, or kept.';
comment on column undo_journal.before is 'The attributes that were changed, as they were. json and not jsonb: the parts of rules keep their order.';
comment on column undo_journal.after is 'The same attributes as the import left them: only what still stands so is put back.';
comment on column undo_journal.locks is 'The locks of a transaction as the import left it: others come from a person''s edit since.';
comment on column undo_journal.kept is 'Why undo leaves the record alone.';

create function journal_created_records() returns trigger language plpgsql as $$
begin
  insert into undo_journal (household_id, source_id, kind, created_ids)
  select household_id, current_setting('ledgerline.undo_source')::uuid, tg_table_name, array_agg(id)
  from written
  group by household_id;
  return null;
end $$;

create function journal_created_transactions() returns trigger language plpgsql as $$
begin
  insert into undo_journal (household_id, source_id, kind, created_ids)
  select household_id, current_setting('ledgerline.undo_source')::uuid, 'transactions', array_agg(id)
  from written
  group by household_id;
  insert into undo_journal (household_id, source_id, kind, record_id, locks)
  select household_id, current_setting('ledgerline.undo_source')::uuid, 'transactions', id, locked_attributes
  from written
  where locked_attributes <> '{}';
  return null;
end $$;

create function journal_created_tags() returns trigger language plpgsql as $$
begin
  insert into undo_journal (household_id, source_id, kind, created_ids, tag_ids)
  select household_id, current_setting('ledgerline.undo_source')::uuid, 'transaction_tags',
    array_agg(transaction_id), array_agg(tag_id)
  from written
  group by household_id;
  return null;
end $$;

-- The attributes in which two images of a record differ, apart from what it is known by in files.
create function changed_attributes(old_image json, new_image json, out before json, out after json)
language sql immutable as $$
  select json_object_agg(b.key, b.value), json_object_agg(b.key, a.value)
  from json_each(old_image) b
  join json_each(new_image) a on a.key = b.key
  where b.key not in ('updated_at', 'import_id', 'import_name', 'import_date')
    and b.value::text is distinct from a.value::text
$$;

-- Images hold instants in UTC, whatever the connection says.
create function journal_changed_records() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into undo_journal (household_id, source_id, kind, record_id, before, after)
  select n.household_id, current_setting('ledgerline.undo_source')::uuid, tg_table_name, n.id, c.before, c.after
  from replaced o
  join written n on n.id = o.id
  cross join lateral changed_attributes(row_to_json(o), row_to_json(n)) c
  where c.before is not null;
  return null;
end $$;

-- Of the import's own transactions only their locks matter: they go as a whole.
create function journal_changed_transactions() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  import uuid := current_setting('ledgerline.undo_source')::uuid;
begin
  insert into undo_journal (household_id, source_id, kind, record_id, before, after, locks)
  select n.household_id, import, 'transactions', n.id, c.before, c.after, n.locked_attributes
  from replaced o
  join written n on n.id = o.id
  cross join lateral changed_attributes(row_to_json(o), row_to_json(n)) c
  where c.before is not null
    and n.import_session_id is distinct from import
    and n.import_id is distinct from import;
  insert into undo_journal (household_id, source_id, kind, record_id, locks)
  select n.household_id, import, 'transactions', n.id, n.locked_attributes
  from replaced o
  join written n on n.id = o.id
  where n.locked_attributes <> o.locked_attributes
    and (n.import_session_id = import or n.import_id = import);
  return null;
end $$;

do $$
declare
  kind text;
begin
  foreach kind in array array['accounts', 'balances', 'budget_categories', 'budgets', 'categories', 'holdings',
    'merchants', 'recurring_transactions', 'rejected_transfers', 'rules', 'securities', 'tags', 'trades',
    'transactions', 'transaction_tags', 'transfers', 'valuations']
  loop
    execute format(
      'create trigger journal_created after insert on %I referencing new table as written for each statement'
      || ' when (current_setting(''ledgerline.undo_source'', true) <> '''') execute function %I()',
      kind,
      case kind
        when 'transactions' then 'journal_created_transactions'
        when 'transaction_tags' then 'journal_created_tags'
        else 'journal_created_records'
      end);
    if kind <> 'transaction_tags' then
      execute format(
        'create trigger journal_changed after update on %I referencing old table as replaced new table as written'
        || ' for each statement when (current_setting(''ledgerline.undo_source'', true) <> '''') execute function %I()',
        kind,
        case kind when 'transactions' then 'journal_changed_transactions' else 'journal_changed_records' end);
    end if;
  end loop;
end $$;
