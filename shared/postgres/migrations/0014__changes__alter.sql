-- The feed: the log of changes, complete and in the order of commits.

-- Reads of the feed, and whether there is something new.
create index changes_feed on changes (household_id, xact, id);

alter table retention_walks
  add column deleted_xact xid8 not null default '0';
comment on column retention_walks.deleted_xact is 'The latest transaction of which lines were deleted: the feed cannot go on from before it. Set to pg_current_xact_id() it ends all cursors, as after a backup was restored.';

-- The first walk of the feed through transfers, by id.
create index transfers_household_id on transfers (household_id, id);
drop index transfers_household;
create index rejected_transfers_household_id on rejected_transfers (household_id, id);
drop index rejected_transfers_household;

-- Lines of many records have at most 100: so long the ids stay in the row itself, and a page of the feed reads what it brings.
-- Its arguments: 'records' where what a request writes is logged record by record, and the attributes that may be logged.
create or replace function note_changes() returns trigger language plpgsql set "TimeZone" to 'UTC' as $$
declare
  signed_by text := nullif(current_setting('ledgerline.cause', true), '');
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
  if not exists (select 1 from written) then
    return null;
  end if;
  if tg_table_name = 'transactions' then
    -- The whole transaction shows its split lines.
    insert into changes (household_id, kind, operation, record_ids, source_id)
    select household_id, 'transactions', 'updated', array_agg(parent_id), null
    from (
      select household_id, parent_id, (row_number() over () - 1) / 100 as part
      from (select distinct household_id, parent_id from written where parent_id is not null) parent
    ) parts
    group by household_id, part;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'transactions' then
    -- Arrays, so that lines are found by their index however many transactions go. That one was removed before stays known to the feed.
    update changes
    set before = null, after = null, locks = null, source_id = null
    where household_id = any(array(select distinct household_id from written))
      and record_id = any(array(select id from written where removed_at is not null))
      and after ->> 'removed_at' is not null;
    delete from changes
    where household_id = any(array(select distinct household_id from written))
      and record_id = any(array(select id from written))
      and (operation <> 'updated' or before is not null or after is not null or locks is not null);
    insert into changes (household_id, kind, operation, record_ids, source_id)
    select household_id, 'transactions', 'deleted', array_agg(id), null
    from (
      select household_id, id, (row_number() over () - 1) / 100 as part
      from written
      where removed_at is null
    ) parts
    group by household_id, part;
    return null;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'transactions' and undo_source is null and signed_by is not null and signed_by <> 'sync' then
    -- What its log shows, by a statement whose plan is kept: rules write a few rows at a time. A full join is never done row by row,
    -- as a plan made for a few rows would do it for many.
    with compared as materialized (
      select n.household_id, n.id, c.before, c.after
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
    ),
    -- Of what the log does not show, that it changed.
    unshown as (
      insert into changes (household_id, kind, operation, record_ids, source_id)
      select household_id, 'transactions', 'updated', array_agg(id), null
      from (
        select household_id, id, (row_number() over () - 1) / 100 as part
        from compared
        where before = ''
      ) parts
      group by household_id, part
    )
    insert into changes (household_id, kind, operation, record_id, before, after, rules)
    select household_id, 'transactions', 'updated', id, ('{' || before || '}')::json, ('{' || after || '}')::json,
      rules_of -> id::text
    from compared
    where before <> '';
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
      'with compared as materialized (
        select %s as household_id, n.id, c.before, c.after, own.is_own, %s as locks, %s as was_updated_at
        from replaced o
        join written n on n.id = o.id
        cross join lateral (select coalesce(%s, false) as is_own) own
        cross join lateral (select concat_ws('','', %s) as before, concat_ws('','', %s) as after offset 0) c
      ),
      unshown as (
        insert into changes (household_id, kind, operation, record_ids, source_id)
        select household_id, %L, ''updated'', array_agg(id), null
        from (
          select household_id, id, (row_number() over () - 1) / 100 as part
          from compared
          where before = '''' or is_own and $3 = ''import''
        ) parts
        group by household_id, part
      )
      insert into changes (household_id, kind, operation, record_id, before, after, rules, source_id, locks, was_updated_at)
      select household_id, %L, ''updated'', id, (''{'' || before || ''}'')::json, (''{'' || after || ''}'')::json,
        $2 -> id::text, case when is_own then null else $1 end, locks, was_updated_at
      from compared
      where before <> ''''
        and not (is_own and $3 = ''import'')',
      case when tg_table_name = 'households' then 'n.id' else 'n.household_id' end,
      case when tg_table_name = 'transactions' then 'case when $1 is not null and not own.is_own then n.locked_attributes end' else 'null::jsonb' end,
      case when tg_table_name = 'rules' then 'o.updated_at' else 'null::timestamptz' end,
      is_own, old_values, new_values, tg_table_name, tg_table_name)
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
    select household_id, 'transactions', 'updated', array_agg(id)
    from (
      select n.household_id, n.id, (row_number() over () - 1) / 100 as part
      from replaced o
      full join written n on n.id = o.id
      where n.updated_at is distinct from o.updated_at
        or (n.account_id, n.date, n.amount, n.currency, n.name, n.notes, n.kind, n.excluded, n.pending, n.category_id, n.merchant_id,
            n.investment_activity_label, n.parent_id, n.is_split_parent, n.source, n.locked_attributes, n.provider_merchant,
            n.provider_description, n.stale_pending, n.removed_at, n.client_external_id, n.created_at)
          is distinct from
          (o.account_id, o.date, o.amount, o.currency, o.name, o.notes, o.kind, o.excluded, o.pending, o.category_id, o.merchant_id,
            o.investment_activity_label, o.parent_id, o.is_split_parent, o.source, o.locked_attributes, o.provider_merchant,
            o.provider_description, o.stale_pending, o.removed_at, o.client_external_id, o.created_at)
    ) parts
    group by household_id, part;
  else
    insert into changes (household_id, kind, operation, record_ids)
    select household_id, tg_table_name, done, array_agg(id)
    from (select household_id, id, (row_number() over () - 1) / 100 as part from written) parts
    group by household_id, part;
    if tg_op = 'INSERT' and tg_table_name = 'transactions' and undo_source is not null then
      insert into changes (household_id, kind, operation, record_id, locks)
      select household_id, 'transactions', 'locked', id, locked_attributes
      from written
      where locked_attributes <> '{}';
    end if;
  end if;
  return null;
end $$;

-- For the feed alone: that records changed, which this log says no more of. Its arguments: the kind of these records, and the columns
-- of the table with their ids.
create function note_records() returns trigger language plpgsql as $$
declare
  lines jsonb[];
begin
  if not exists (select 1 from written) then
    return null;
  end if;
  if tg_argv[0] = tg_table_name and tg_table_name <> 'households' then
    insert into changes (household_id, kind, operation, record_ids, source_id)
    select household_id, tg_table_name, case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end, array_agg(id), null
    from (select household_id, id, (row_number() over () - 1) / 100 as part from written) parts
    group by household_id, part;
    return null;
  end if;
  if tg_table_name = 'import_chunks' then
    -- Not the uploaded bytes.
    select array_agg(jsonb_build_object('household_id', household_id, 'session_id', session_id)) into lines
    from written;
  elsif tg_op = 'UPDATE' then
    select array_agg(line) into lines
    from (select to_jsonb(written) as line from written union all select to_jsonb(replaced) from replaced) both_sides;
  else
    select array_agg(to_jsonb(written)) into lines
    from written;
  end if;
  insert into changes (household_id, kind, operation, record_ids, source_id)
  select household_id, tg_argv[0], 'updated', array_agg(record_id), null
  from (
    select household_id, record_id, (row_number() over () - 1) / 100 as part
    from (
      select distinct coalesce(line ->> 'household_id', line ->> 'id')::uuid as household_id, (line ->> name)::uuid as record_id
      from unnest(lines) line
      cross join unnest(tg_argv[1:]) name
      where line ->> name is not null
        -- Accounts show their opening balance alone.
        and (tg_table_name <> 'valuations' or line ->> 'kind' = 'opening_anchor')
    ) record
  ) parts
  group by household_id, part;
  return null;
end $$;

do $$
declare
  -- What the log of undo and people has, with the argument of its trigger.
  logged constant jsonb := '{
    "accounts": "records", "categories": "records", "merchants": "records", "rules": "records", "tags": "records", "transactions": "records",
    "balances": null, "budget_categories": null, "budgets": null, "holdings": null, "recurring_transactions": null,
    "rejected_transfers": null, "securities": null, "trades": null, "transfers": null, "valuations": null}';
  -- What the feed alone has: the kind of record, and the columns with the ids of those that show the row.
  parts constant jsonb := '{
    "households": ["households", "id"], "provider_connections": ["provider_connections", "id"],
    "import_profiles": ["import_profiles", "id"], "imports": ["imports", "id"], "import_sessions": ["import_sessions", "id"],
    "syncs": ["syncs", "id"], "rule_runs": ["rule_runs", "id"], "account_suggestions": ["account_suggestions", "id"],
    "transaction_suggestions": ["transaction_suggestions", "id"], "transfer_suggestions": ["transfer_suggestions", "id"],
    "provider_accounts": ["accounts", "account_id"], "valuations": ["accounts", "account_id"], "sync_accounts": ["syncs", "sync_id"],
    "import_chunks": ["import_sessions", "session_id"], "transaction_tags": ["transactions", "transaction_id"], "budget_categories": ["budgets", "budget_id"],
    "transfers": ["transactions", "inflow_transaction_id", "outflow_transaction_id"]}';
  of_table text;
  event text;
  tables text;
begin
  for of_table, event in
    select t, e
    from (select jsonb_object_keys(logged) union select jsonb_object_keys(parts)) as tables (t)
    cross join unnest(array['insert', 'update', 'delete']) e
  loop
    tables := case event when 'insert' then 'new table as written' when 'delete' then 'old table as written'
      else 'old table as replaced new table as written' end;
    if logged ? of_table then
      execute format('create or replace trigger note_%s after %s on %I referencing %s for each statement execute function note_changes(%s)',
        case event when 'insert' then 'created' else event || 'd' end, event, of_table, tables, coalesce(quote_literal(logged ->> of_table), ''));
    end if;
    if parts ? of_table then
      execute format('create trigger note_record_%s after %s on %I referencing %s for each statement execute function note_records(%s)',
        case event when 'insert' then 'created' else event || 'd' end, event, of_table, tables,
        (select string_agg(quote_literal(value), ', ') from jsonb_array_elements_text(parts -> of_table)));
    end if;
  end loop;
end $$;
