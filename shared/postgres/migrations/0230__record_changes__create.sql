-- The change log of the records that people keep: which key made, changed or deleted which of them. Triggers write it,
-- so that no operation can forget to; only transactions that name a key (ledgerline.api_key) are logged.
create table record_changes (
  id bigint generated always as identity primary key,
  household_id uuid not null references households on delete cascade,
  record_type text not null,
  record_id uuid not null,
  action text not null,
  api_key_id uuid not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  constraint record_changes_action_check check (action in ('created', 'updated', 'deleted'))
);
comment on table record_changes is 'Outlives its records and keys, hence without foreign keys to them.';
comment on column record_changes.before is 'The attributes that changed, as they were; of a deleted record all of them.';
comment on column record_changes.after is 'The same attributes as they became; of a new record all of them.';
-- GET /changes, of all records and of one.
create index record_changes_household on record_changes (household_id, id);
create index record_changes_record on record_changes (household_id, record_id, id);

create function log_created_records() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into record_changes (household_id, record_type, record_id, action, api_key_id, after)
  select household_id, tg_argv[0], id, 'created', current_setting('ledgerline.api_key')::uuid,
    jsonb_strip_nulls(to_jsonb(made)) - array['id', 'household_id', 'created_at', 'updated_at']
  from made;
  return null;
end $$;

create function log_changed_records() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into record_changes (household_id, record_type, record_id, action, api_key_id, before, after)
  select n.household_id, tg_argv[0], n.id, 'updated', current_setting('ledgerline.api_key')::uuid, c.before, c.after
  from replaced o
  join written n on n.id = o.id
  cross join lateral changed_attributes(row_to_json(o), row_to_json(n)) c
  where c.before is not null;
  return null;
end $$;

create function log_deleted_records() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into record_changes (household_id, record_type, record_id, action, api_key_id, before)
  select household_id, tg_argv[0], id, 'deleted', current_setting('ledgerline.api_key')::uuid,
    jsonb_strip_nulls(to_jsonb(gone)) - array['id', 'household_id', 'created_at', 'updated_at']
  from gone;
  return null;
end $$;

do $$
declare
  logged record;
begin
  for logged in
    select *
    from (values
      ('accounts', 'account'), ('categories', 'category'), ('tags', 'tag'), ('merchants', 'merchant'), ('rules', 'rule')
    ) as logged (relation, record_type)
  loop
    execute format(
      'create trigger log_created after insert on %I referencing new table as made for each statement
         when (current_setting(''ledgerline.api_key'', true) <> '''') execute function log_created_records(%L)',
      logged.relation, logged.record_type);
    execute format(
      'create trigger log_changed after update on %I referencing old table as replaced new table as written
         for each statement
         when (current_setting(''ledgerline.api_key'', true) <> '''') execute function log_changed_records(%L)',
      logged.relation, logged.record_type);
    execute format(
      'create trigger log_deleted after delete on %I referencing old table as gone for each statement
         when (current_setting(''ledgerline.api_key'', true) <> '''') execute function log_deleted_records(%L)',
      logged.relation, logged.record_type);
  end loop;
end $$;

-- Transactions have a log of their own, line by attribute; it names the key from here on.
alter table transaction_changes add column api_key_id uuid;
-- Set apart, so that the table is not rewritten.
alter table transaction_changes
  alter column api_key_id set default nullif(current_setting('ledgerline.api_key', true), '')::uuid;
comment on column transaction_changes.api_key_id is 'The key of the request that wrote the line; null for rules, syncs and lines from before.';
