-- What requests write to the settings of a household is logged as well: its own name and time zone, import profiles,
-- bank connections and API keys. Of a relation with secrets, or that workers keep state in, only the attributes that
-- the trigger names are logged.
create function logged_attributes(attributes jsonb, names text) returns jsonb language sql immutable as $$
  select case
    when names is null then attributes
    else (
      select coalesce(jsonb_object_agg(key, value), '{}')
      from jsonb_each(attributes)
      where key = any(string_to_array(names, ','))
    )
  end
$$;

create or replace function log_created_records() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into record_changes (household_id, record_type, record_id, action, api_key_id, after)
  select household_id, tg_argv[0], id, 'created', current_setting('ledgerline.api_key')::uuid,
    logged_attributes(jsonb_strip_nulls(to_jsonb(made)), tg_argv[1])
      - array['id', 'household_id', 'created_at', 'updated_at']
  from made;
  return null;
end $$;

create or replace function log_changed_records() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into record_changes (household_id, record_type, record_id, action, api_key_id, before, after)
  select coalesce((to_jsonb(n) ->> 'household_id')::uuid, n.id), tg_argv[0], n.id, 'updated',
    current_setting('ledgerline.api_key')::uuid, l.before, l.after
  from replaced o
  join written n on n.id = o.id
  cross join lateral changed_attributes(row_to_json(o), row_to_json(n)) c
  cross join lateral (
    select logged_attributes(c.before::jsonb, tg_argv[1]) as before, logged_attributes(c.after::jsonb, tg_argv[1]) as after
  ) l
  where c.before is not null
    and l.before <> '{}';
  return null;
end $$;
comment on function log_changed_records is 'A household is its own: it has no household_id.';

create or replace function log_deleted_records() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into record_changes (household_id, record_type, record_id, action, api_key_id, before)
  select household_id, tg_argv[0], id, 'deleted', current_setting('ledgerline.api_key')::uuid,
    logged_attributes(jsonb_strip_nulls(to_jsonb(gone)), tg_argv[1])
      - array['id', 'household_id', 'created_at', 'updated_at']
  from gone;
  return null;
end $$;

create trigger log_changed after update on households referencing old table as replaced new table as written
  for each statement
  when (current_setting('ledgerline.api_key', true) <> '') execute function log_changed_records('household', 'name,time_zone');

do $$
declare
  logged record;
begin
  for logged in
    select *
    from (values
      ('import_profiles', 'import_profile', 'name,type,account_id,settings'),
      ('provider_connections', 'provider_connection', 'name,history_start,credential_last_four'),
      ('api_keys', 'api_key', 'name,last_four,scopes,expires_at,revoked_at,user_id')
    ) as logged (relation, record_type, attributes)
  loop
    execute format(
      'create trigger log_created after insert on %I referencing new table as made for each statement
         when (current_setting(''ledgerline.api_key'', true) <> '''') execute function log_created_records(%L, %L)',
      logged.relation, logged.record_type, logged.attributes);
    execute format(
      'create trigger log_changed after update on %I referencing old table as replaced new table as written
         for each statement
         when (current_setting(''ledgerline.api_key'', true) <> '''') execute function log_changed_records(%L, %L)',
      logged.relation, logged.record_type, logged.attributes);
    execute format(
      'create trigger log_deleted after delete on %I referencing old table as gone for each statement
         when (current_setting(''ledgerline.api_key'', true) <> '''') execute function log_deleted_records(%L, %L)',
      logged.relation, logged.record_type, logged.attributes);
  end loop;
end $$;
