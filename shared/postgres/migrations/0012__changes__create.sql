-- Who changed what, when, from what to what.

create table changes (
  id bigint generated always as identity primary key,
  household_id uuid not null,
  kind text not null,
  operation text not null check (operation in ('created', 'updated', 'deleted', 'locked', 'joined', 'inherited')),
  record_id uuid,
  record_ids uuid[],
  before json,
  after json,
  cause text default NULLIF(current_setting('ledgerline.cause', true), '')
    check (cause in ('key', 'import', 'sync', 'rule', 'transfer', 'undo')),
  cause_id uuid default (NULLIF(current_setting('ledgerline.cause_id', true), ''))::uuid,
  rules jsonb,
  source_id uuid default (NULLIF(current_setting('ledgerline.source_id', true), ''))::uuid,
  locks jsonb,
  was_updated_at timestamptz,
  xact xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  constraint changes_of_records check ((record_id is null) <> (record_ids is null))
);
comment on table changes is 'Outlives its records, keys and runs, hence without foreign keys. A transaction''s lines go with it.';
comment on column changes.kind is 'Table of the records.';
comment on column changes.operation is 'locked, joined and inherited are notes for undo: locks that a record came with, a record that is no longer one import''s alone, and records that an import got from one that was undone.';
comment on column changes.record_ids is 'In place of record_id: the records that one statement wrote, where the log says no more of them.';
comment on column changes.before is 'The attributes that changed, as they were; of a deleted record all of them. json and not jsonb: the parts of rules keep their order.';
comment on column changes.after is 'The same attributes as they became; of a new record all of them.';
comment on column changes.cause_id is 'The API key, import or import session, sync, or rule run; of undo the import.';
comment on column changes.rules is 'Of a rule run: which rule set which attribute last.';
comment on column changes.source_id is 'The import whose undo reads the line: rules write for it, too. Null once it is undone.';
comment on column changes.locks is 'The locks of a transaction as the import left it: others come from a person''s edit since.';
comment on column changes.was_updated_at is 'Of a rule: its updated_at before.';
comment on column changes.xact is 'In the order of these, below pg_snapshot_xmin, no line comes late.';
create index changes_record on changes (household_id, record_id, id);
create index changes_requests on changes (household_id, id)
  where cause = 'key' and record_id is not null and kind <> 'transactions';
create index changes_sync on changes (household_id, cause_id) where cause = 'sync';
create index changes_source on changes (household_id, source_id) where source_id is not null;
-- Ids do not compress.
alter table changes
  alter column record_ids set storage external;

create table undo_kept (
  household_id uuid not null references households (id) on delete cascade,
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
  constraint undo_kept_pkey primary key (household_id, source_id, place)
);
comment on table undo_kept is 'What undoing an import or an import session left alone; goes with it.';

create function if_changed(name text, value anyelement, other anyelement) returns text language sql stable as $$
  select case when value is distinct from other then '"' || name || '":' || coalesce(to_json(value)::text, 'null') end
$$;

-- Its arguments: 'records' where what a request writes is logged record by record, and the attributes that may be logged.
create function note_changes() returns trigger language plpgsql set "TimeZone" to 'UTC' as $$
declare
  signed_by text := current_setting('ledgerline.cause', true);
  undo_source uuid := nullif(current_setting('ledgerline.source_id', true), '');
  rules_of jsonb := nullif(current_setting('ledgerline.rules', true), '');
  done text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  names text[] := string_to_array(tg_argv[1], ',');
  logs_each boolean := signed_by in ('key', 'undo') and tg_argv[0] = 'records';
  is_own text := case when tg_table_name = 'transactions' then '$1 in (n.import_id, n.import_session_id)' else 'false' end;
  old_values text;
  new_values text;
begin
  if tg_table_name = 'transaction_tags' then
    insert into changes (household_id, kind, operation, record_id, before, after, rules, source_id)
    select t.household_id, 'transactions', 'updated', t.id, json_build_object('tag_ids', coalesce(tags.before, '[]')),
      json_build_object('tag_ids', tags.after), rules_of -> t.id::text, case when own.is_own then null else undo_source end
    from (select household_id, transaction_id, array_agg(tag_id) as ids from written group by household_id, transaction_id) added
    cross join lateral (
      select *
      from transactions
      where household_id = added.household_id and id = added.transaction_id
      offset 0
    ) t
    cross join lateral (select coalesce(undo_source in (t.import_id, t.import_session_id), false) as is_own) own
    cross join lateral (
      select json_agg(tag_id order by tag_id) filter (where tag_id <> all(added.ids)) as before,
        json_agg(tag_id order by tag_id) as after
      from transaction_tags
      where transaction_id = t.id
    ) tags
    where not (signed_by = 'import' and own.is_own);
    return null;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'transactions' then
    -- Arrays, so that lines are found by their index however many transactions go.
    delete from changes
    where household_id = any(array(select distinct household_id from written))
      and record_id = any(array(select id from written));
  end if;
  if coalesce(signed_by, '') = '' then
    return null;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'transactions' and undo_source is null and signed_by <> 'sync' then
    -- What its log shows, by a statement whose plan is kept: rules write a few rows at a time. A full join is never done row by row,
    -- as a plan made for a few rows would do it for many.
    insert into changes (household_id, kind, operation, record_id, before, after, rules)
    select n.household_id, 'transactions', 'updated', n.id, ('{' || c.before || '}')::json, ('{' || c.after || '}')::json,
      rules_of -> n.id::text
    from replaced o
    full join written n on n.id = o.id
    cross join lateral (
      select
        concat_ws(',',
          if_changed('account_id', o.account_id, n.account_id), if_changed('date', o.date, n.date), if_changed('amount', o.amount, n.amount),
          if_changed('currency', o.currency, n.currency), if_changed('name', o.name, n.name), if_changed('notes', o.notes, n.notes),
          if_changed('category_id', o.category_id, n.category_id), if_changed('merchant_id', o.merchant_id, n.merchant_id), if_changed('excluded', o.excluded, n.excluded),
          if_changed('kind', o.kind, n.kind), if_changed('investment_activity_label', o.investment_activity_label, n.investment_activity_label), if_changed('pending', o.pending, n.pending),
          if_changed('source', o.source, n.source), if_changed('removed_at', o.removed_at, n.removed_at), if_changed('removed_reason', o.removed_reason, n.removed_reason)) as before,
        concat_ws(',',
          if_changed('account_id', n.account_id, o.account_id), if_changed('date', n.date, o.date), if_changed('amount', n.amount, o.amount),
          if_changed('currency', n.currency, o.currency), if_changed('name', n.name, o.name), if_changed('notes', n.notes, o.notes),
          if_changed('category_id', n.category_id, o.category_id), if_changed('merchant_id', n.merchant_id, o.merchant_id), if_changed('excluded', n.excluded, o.excluded),
          if_changed('kind', n.kind, o.kind), if_changed('investment_activity_label', n.investment_activity_label, o.investment_activity_label), if_changed('pending', n.pending, o.pending),
          if_changed('source', n.source, o.source), if_changed('removed_at', n.removed_at, o.removed_at), if_changed('removed_reason', n.removed_reason, o.removed_reason)) as after
      offset 0
    ) c
    where c.before <> '';
  elsif tg_op = 'UPDATE' and (logs_each or signed_by in ('import', 'rule', 'transfer')) then
    select
      string_agg(format('case when %3$s then %2$L || coalesce(to_json(o.%1$I)::text, ''null'') end', a.name, a.label, a.differs), ','),
      string_agg(format('case when %3$s then %2$L || coalesce(to_json(n.%1$I)::text, ''null'') end', a.name, a.label, a.differs), ',')
    into old_values, new_values
    from (
      select attname as name, to_json(attname) || ':' as label,
        -- As text where equal values may be written differently, and undo is to bring back what was written.
        format(
          case when atttypid in ('json'::regtype, 'jsonb'::regtype, 'numeric'::regtype)
            then 'o.%1$I::text is distinct from n.%1$I::text' else 'o.%1$I is distinct from n.%1$I' end, attname) as differs
      from pg_attribute
      where attrelid = tg_relid
        and attnum > 0
        and not attisdropped
        and attname not in ('updated_at', 'import_id', 'import_name', 'import_date')
        and (names is null or attname = any(names))
    ) a;
    -- Undo removes an import's own rows: it needs no old values of them. What rules make of them is logged for people.
    execute format(
      'insert into changes (household_id, kind, operation, record_id, before, after, rules, source_id, locks, was_updated_at)
      select %s, %L, ''updated'', n.id, (''{'' || c.before || ''}'')::json, (''{'' || c.after || ''}'')::json,
        $2 -> n.id::text, case when own.is_own then null else $1 end, %s, %s
      from replaced o
      join written n on n.id = o.id
      cross join lateral (select coalesce(%s, false) as is_own) own
      cross join lateral (select concat_ws('','', %s) as before, concat_ws('','', %s) as after offset 0) c
      where c.before <> ''''
        and not (own.is_own and $3 = ''import'')',
      case when tg_table_name = 'households' then 'n.id' else 'n.household_id' end, tg_table_name,
      case when tg_table_name = 'transactions' then 'case when $1 is not null and not own.is_own then n.locked_attributes end' else 'null' end,
      case when tg_table_name = 'rules' then 'o.updated_at' else 'null' end,
      is_own, old_values, new_values)
    using undo_source, rules_of, signed_by;
    if tg_table_name = 'transactions' and undo_source is not null then
      insert into changes (household_id, kind, operation, record_id, locks)
      select n.household_id, 'transactions', 'locked', n.id, n.locked_attributes
      from replaced o
      full join written n on n.id = o.id
      where n.locked_attributes is distinct from o.locked_attributes
        and coalesce(undo_source in (n.import_id, n.import_session_id), false);
    end if;
  elsif tg_op <> 'UPDATE' and signed_by = 'key' and logs_each then
    insert into changes (household_id, kind, operation, record_id, before, after)
    select household_id, tg_table_name, done, id, case tg_op when 'DELETE' then image end,
      case tg_op when 'INSERT' then image end
    from (
      select household_id, id, (
        select json_object_agg(key, value)
        from jsonb_each(jsonb_strip_nulls(to_jsonb(written)))
        where key <> all(array['id', 'household_id', 'created_at', 'updated_at'])
          and (names is null or key = any(names))
          and tg_table_name <> 'transactions'
      ) as image
      from written
    ) one;
  elsif tg_op = 'UPDATE' and tg_table_name = 'transactions' then
    -- That a bank left a row out is no change of it.
    insert into changes (household_id, kind, operation, record_ids)
    select n.household_id, 'transactions', 'updated', array_agg(n.id)
    from replaced o
    full join written n on n.id = o.id
    where n.updated_at is distinct from o.updated_at
    group by n.household_id;
  else
    insert into changes (household_id, kind, operation, record_ids)
    select household_id, tg_table_name, done, array_agg(id)
    from written
    group by household_id;
    if tg_op = 'INSERT' and tg_table_name = 'transactions' and undo_source is not null then
      insert into changes (household_id, kind, operation, record_id, locks)
      select household_id, 'transactions', 'locked', id, locked_attributes
      from written
      where locked_attributes <> '{}';
    end if;
  end if;
  return null;
end $$;

do $$
declare
  -- What requests do to these is logged attribute by attribute; of some only what is no secret and no state of a worker.
  listed constant jsonb := '{
    "accounts": null, "categories": null, "merchants": null, "rules": null, "tags": null,
    "api_keys": "name,last_four,scopes,expires_at,revoked_at,user_id",
    "households": "name,currency,time_zone",
    "import_profiles": "name,type,account_id,settings",
    "provider_connections": "name,history_start,credential_last_four,suspended_at"}';
  ledger constant text[] := array[
    'accounts', 'balances', 'budget_categories', 'budgets', 'categories', 'holdings', 'merchants', 'recurring_transactions',
    'rejected_transfers', 'rules', 'securities', 'tags', 'trades', 'transactions', 'transfers', 'valuations'];
  of_table text;
  event text;
begin
  for of_table, event in
    select t, e
    from (select unnest(ledger) union select jsonb_object_keys(listed)) as tables (t)
    cross join unnest(array['insert', 'update', 'delete']) e
    where (t <> 'households' or e = 'update')
      and (e <> 'delete' or t = 'transactions' or listed ? t)
  loop
    execute format(
      'create trigger note_%s after %s on %I referencing %s for each statement %s execute function note_changes(%s)',
      case event when 'insert' then 'created' else event || 'd' end, event, of_table,
      case event when 'insert' then 'new table as written' when 'delete' then 'old table as written'
        else 'old table as replaced new table as written' end,
      case
        when of_table = 'transactions' and event = 'delete' then ''
        when of_table = 'transactions' then 'when (current_setting(''ledgerline.cause'', true) <> '''')'
        -- A sync writes each account's balance: too many lines.
        when of_table = any(ledger) then 'when (current_setting(''ledgerline.cause'', true) not in ('''', ''sync''))'
        else 'when (current_setting(''ledgerline.cause'', true) = ''key'')'
      end,
      case
        when of_table = 'transactions' and event <> 'delete' then '''records'''
        when listed ->> of_table is not null then format('''records'', %L', listed ->> of_table)
        when listed ? of_table then '''records'''
        else ''
      end);
  end loop;
end $$;
-- Requests log the tags that they set themselves.
create trigger note_tagged after insert on transaction_tags referencing new table as written for each statement
  when (current_setting('ledgerline.cause', true) in ('import', 'rule', 'transfer'))
  execute function note_changes();
