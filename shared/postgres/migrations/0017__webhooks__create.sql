-- Events for the servers of apps: where they go, and what became of each.

create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  household_id uuid references households (id) on delete cascade,
  platform_id uuid references platforms (id) on delete cascade,
  owner_id uuid not null generated always as (coalesce(household_id, platform_id)) stored,
  url text not null check (length(url) <= 2048),
  description text not null default '' check (length(description) <= 255),
  events text[] check (cardinality(events) > 0),
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('request', 'failing', 'gone')),
  failures_in_row integer not null default 0,
  failing_since timestamptz,
  held_until timestamptz,
  turn_id uuid,
  turn_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint webhook_endpoints_one_owner check ((household_id is null) <> (platform_id is null)),
  constraint webhook_endpoints_disabled check ((disabled_at is null) = (disabled_reason is null))
);
comment on column webhook_endpoints.events is 'The types that are sent; null: all, also those to come.';
comment on column webhook_endpoints.failures_in_row is 'Rounds of attempts without a success, since the last one that had one.';
comment on column webhook_endpoints.failing_since is 'When the first of them ended.';
comment on column webhook_endpoints.held_until is 'It did not answer: nothing is sent before then.';
comment on column webhook_endpoints.turn_id is 'The job that may send to it; every write of that job checks it.';
comment on column webhook_endpoints.turn_until is 'A job that is silent until then has lost its turn.';
-- Every event asks for the endpoints of its household; lists in their order.
create index webhook_endpoints_owner on webhook_endpoints (owner_id, created_at, id);
-- Deleting a household or a platform.
create index webhook_endpoints_household on webhook_endpoints (household_id) where household_id is not null;
create index webhook_endpoints_platform on webhook_endpoints (platform_id) where platform_id is not null;

create table webhook_secrets (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  key_id text not null,
  ciphertext bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on table webhook_secrets is 'What signs the events of an endpoint: one secret, and for a day those that it replaced.';
comment on column webhook_secrets.ciphertext is 'AES-256-GCM; the row''s id is authenticated with it.';
create index webhook_secrets_endpoint on webhook_secrets (endpoint_id);
-- ledgerline ops credentials rotate.
create index webhook_secrets_key on webhook_secrets (key_id);
-- Deleting those whose day is over.
create index webhook_secrets_retired on webhook_secrets (retired_at) where retired_at is not null;

create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  owner_id uuid not null,
  household_id uuid references households (id) on delete cascade,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  type text not null,
  payload json not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  retry_until timestamptz not null default clock_timestamp() + interval '3 days',
  answer_status integer,
  answer_ms integer,
  fault text,
  attempted_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
comment on table webhook_deliveries is 'One event on its way to one endpoint. Written in the transaction of what it reports.';
comment on column webhook_deliveries.owner_id is 'Of the endpoint.';
comment on column webhook_deliveries.household_id is 'Of the event; null for what is about an endpoint of a platform.';
comment on column webhook_deliveries.payload is 'json and not jsonb: each attempt sends the same bytes.';
comment on column webhook_deliveries.due_at is 'Not sent before then.';
comment on column webhook_deliveries.fault is 'Why the last attempt brought no answer, or why there was no further one.';
-- The dispatcher: endpoints that wait for something, and what is due at one.
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, due_at) where status = 'pending';
-- GET /webhook_deliveries, newest first, and those of one endpoint.
create index webhook_deliveries_owner on webhook_deliveries (owner_id, created_at desc, id);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at desc, id);
-- Deleting a household.
create index webhook_deliveries_household on webhook_deliveries (household_id);
-- Deleting old ones.
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

create table webhook_cursors (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  household_id uuid not null references households (id) on delete cascade,
  cursor text not null,
  constraint webhook_cursors_pkey primary key (endpoint_id, household_id)
);
comment on table webhook_cursors is 'Up to where in the feed of a household an endpoint was notified that there are changes.';
-- Deleting a household.
create index webhook_cursors_household on webhook_cursors (household_id);

-- Writes an event for each endpoint that wants it. An endpoint that is just being deleted is waited for: the foreign key would fail
-- the transaction that has something to report.
create function send_event(owners uuid[], of_household uuid, event text, data json, except_endpoint uuid default null) returns void language sql as $$
  insert into webhook_deliveries (owner_id, household_id, endpoint_id, type, payload)
  select owner_id, of_household, id, event, json_build_object(
    'type', event,
    'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', data)
  from webhook_endpoints
  where owner_id = any(owners)
    and disabled_at is null
    and (events is null or event = any(events))
    and id is distinct from except_endpoint
  for key share
$$;

-- Its argument: the type of the event.
create function tell_event() returns trigger language plpgsql as $$
declare
  owners uuid[];
begin
  if tg_table_name = 'webhook_endpoints' then
    owners := array[new.owner_id];
  else
    owners := array[new.household_id, (select platform_id from households where id = new.household_id)];
  end if;
  -- Of most households nothing is reported: they pay for a look at an index.
  if not exists (select from webhook_endpoints where owner_id = any(owners)) then
    return null;
  end if;
  case tg_table_name
    when 'syncs' then
      perform send_event(owners, new.household_id, tg_argv[0], json_build_object(
        'household_id', new.household_id, 'sync_id', new.id, 'connection_id', new.connection_id, 'status', new.status));
    when 'provider_connections' then
      perform send_event(owners, new.household_id, tg_argv[0], json_build_object(
        'household_id', new.household_id, 'connection_id', new.id, 'status', new.status, 'reason', new.status_reason));
    when 'imports' then
      perform send_event(owners, new.household_id, tg_argv[0], json_build_object(
        'household_id', new.household_id, 'import_id', new.id, 'status', new.status));
    when 'import_sessions' then
      perform send_event(owners, new.household_id, tg_argv[0], json_build_object(
        'household_id', new.household_id, 'import_session_id', new.id, 'status', new.status));
    when 'rule_runs' then
      perform send_event(owners, new.household_id, tg_argv[0], json_build_object(
        'household_id', new.household_id, 'rule_run_id', new.id, 'status', case new.status when 'completed' then 'success' else new.status end));
    when 'webhook_endpoints' then
      perform send_event(owners, new.household_id, tg_argv[0], json_build_object(
        'household_id', new.household_id, 'webhook_endpoint_id', new.id, 'reason', new.disabled_reason), new.id);
  end case;
  return null;
end $$;

-- A column that a statement does not name costs nothing, and most writes of a run name no status.
do $$
declare
  of_event text[];
begin
  foreach of_event slice 1 in array array[
    ['syncs', 'sync.completed', 'status', $w$new.status in ('completed', 'completed_with_errors')$w$],
    ['syncs', 'sync.failed', 'status', $w$new.status in ('failed', 'rate_limited', 'stale', 'cancelled')$w$],
    ['provider_connections', 'connection.requires_update', 'status', $w$new.status = 'requires_update'$w$],
    ['provider_connections', 'connection.suspended', 'status', $w$new.status = 'suspended'$w$],
    ['imports', 'import.ready', 'judged', $w$new.status = 'pending' and new.judged$w$],
    ['imports', 'import.completed', 'status', $w$new.status = 'complete' and old.status <> 'undoing'$w$],
    ['imports', 'import.failed', 'status', $w$new.status = 'failed' and old.status <> 'undoing'$w$],
    ['imports', 'import.undone', 'status', $w$new.status = 'undone'$w$],
    ['imports', 'import.undo_failed', 'status', $w$new.status <> 'undone' and old.status = 'undoing'$w$],
    ['import_sessions', 'import_session.completed', 'status', $w$new.status = 'complete' and old.status <> 'undoing'$w$],
    ['import_sessions', 'import_session.failed', 'status', $w$new.status = 'failed' and old.status <> 'undoing'$w$],
    ['import_sessions', 'import_session.cancelled', 'status', $w$new.status = 'cancelled' and old.status <> 'undoing'$w$],
    ['import_sessions', 'import_session.undone', 'status', $w$new.status = 'undone'$w$],
    ['import_sessions', 'import_session.undo_failed', 'status', $w$new.status <> 'undone' and old.status = 'undoing'$w$],
    ['rule_runs', 'rule_run.completed', 'status', $w$new.status = 'completed'$w$],
    ['rule_runs', 'rule_run.failed', 'status', $w$new.status = 'failed'$w$],
    ['webhook_endpoints', 'webhook_endpoint.disabled', 'disabled_at', $w$new.disabled_reason in ('failing', 'gone')$w$]
  ]
  loop
    execute format(
      'create trigger %I after update of %s on %I for each row when (new.%s is distinct from old.%s and %s) execute function tell_event(%L)',
      'tell_' || replace(of_event[2], '.', '_'), of_event[3], of_event[1], of_event[3], of_event[3], of_event[4], of_event[2]);
  end loop;
end $$;
