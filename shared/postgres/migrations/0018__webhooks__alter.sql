-- Platforms are notified of the households that they gain and lose; endpoints, of what changed since they were notified, at the cost of what changed.

create table webhook_walk (
  walked text primary key default 'changes' check (walked = 'changes'),
  horizon xid8 not null default '0',
  after_line bigint not null default 0,
  next_line bigint not null default 0,
  next_xact xid8 not null default '0'
);
comment on table webhook_walk is 'How far schedulers have looked through the log of changes for what endpoints are to be notified of.';
comment on column webhook_walk.horizon is 'Lines of transactions below this have been looked at.';
comment on column webhook_walk.after_line is 'All lines of transactions from the horizon on have higher ids.';
comment on column webhook_walk.next_line is 'The same from next_xact on: a transaction has its number before its first line.';
insert into webhook_walk default values;

create table webhook_news (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  household_id uuid not null references households (id) on delete cascade,
  constraint webhook_news_pkey primary key (endpoint_id, household_id)
);
comment on table webhook_news is 'Endpoints that are to be notified of changes of a household, if there are any.';
-- Deleting a household.
create index webhook_news_household on webhook_news (household_id);

-- Who wants changes.available and may not have been notified of all of them.
create function want_news() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'webhook_deliveries' then
      insert into webhook_news (endpoint_id, household_id)
      select new.endpoint_id, id
      from households
      where id = new.household_id
      for key share
      on conflict do nothing;
    when 'webhook_endpoints' then
      insert into webhook_news (endpoint_id, household_id)
      select new.id, id
      from households
      where id = new.household_id
        or platform_id = new.platform_id
      for key share
      on conflict do nothing;
  end case;
  return null;
end $$;

-- While one is on its way no other is written.
create trigger want_news_taken after update of status on webhook_deliveries for each row
  when (new.type = 'changes.available' and old.status = 'pending' and new.status <> 'pending')
  execute function want_news();
create trigger want_news_created after insert on webhook_endpoints for each row execute function want_news();
create trigger want_news_updated after update of disabled_at, events on webhook_endpoints for each row
  when (new.disabled_at is null and (old.disabled_at is not null or old.events is distinct from new.events))
  execute function want_news();
insert into webhook_news (endpoint_id, household_id)
select e.id, h.id
from webhook_endpoints e
join households h on h.id = e.household_id or h.platform_id = e.platform_id;

-- The feed of a platform: its lines have the platform in place of a household.
create function note_platform() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.platform_id is not null then
    insert into changes (household_id, kind, operation, record_ids, source_id)
    values (old.platform_id, 'households', 'deleted', array[old.id], null);
    perform send_event(array[old.platform_id], null, 'household.deleted', json_build_object('household_id', old.id));
  end if;
  if tg_op <> 'DELETE' and new.platform_id is not null then
    insert into changes (household_id, kind, operation, record_ids, source_id)
    values (new.platform_id, 'households', 'created', array[new.id], null);
    insert into webhook_news (endpoint_id, household_id)
    select id, new.id
    from webhook_endpoints
    where platform_id = new.platform_id
    for key share
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger note_platform_created after insert on households for each row
  when (new.platform_id is not null) execute function note_platform();
create trigger note_platform_updated after update of platform_id on households for each row
  when (new.platform_id is distinct from old.platform_id) execute function note_platform();
create trigger note_platform_deleted after delete on households for each row
  when (old.platform_id is not null) execute function note_platform();

-- What requests change of endpoints; one of a platform is logged below the platform.
create function note_endpoint() returns trigger language plpgsql as $$
declare
  owner uuid;
  endpoint uuid;
  was jsonb := '{}';
  becomes jsonb := '{}';
begin
  if tg_op <> 'INSERT' then
    owner := old.owner_id;
    endpoint := old.id;
    was := jsonb_build_object('url', old.url, 'description', old.description, 'events', old.events, 'enabled', old.disabled_at is null);
  end if;
  if tg_op <> 'DELETE' then
    owner := new.owner_id;
    endpoint := new.id;
    becomes := jsonb_build_object('url', new.url, 'description', new.description, 'events', new.events, 'enabled', new.disabled_at is null);
  end if;
  insert into changes (household_id, kind, operation, record_id, before, after)
  select owner, tg_table_name, case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end, endpoint,
    case when tg_op <> 'INSERT' then json_object_agg(key, o.value) filter (where tg_op = 'UPDATE' or o.value <> 'null') end,
    case when tg_op <> 'DELETE' then json_object_agg(key, n.value) filter (where tg_op = 'UPDATE' or n.value <> 'null') end
  from jsonb_each(was) o
  full join jsonb_each(becomes) n using (key)
  where o.value is distinct from n.value
  having count(*) > 0;
  return null;
end $$;
create trigger note_created after insert on webhook_endpoints for each row
  when (current_setting('ledgerline.cause', true) = 'key') execute function note_endpoint();
create trigger note_updated after update of url, description, events, disabled_at on webhook_endpoints for each row
  when (current_setting('ledgerline.cause', true) = 'key') execute function note_endpoint();
create trigger note_deleted after delete on webhook_endpoints for each row
  when (current_setting('ledgerline.cause', true) = 'key') execute function note_endpoint();
