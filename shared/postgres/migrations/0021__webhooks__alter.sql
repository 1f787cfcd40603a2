-- GET /webhook_deliveries?status=: one status of an owner, without reading all that went to its endpoints.
create index webhook_deliveries_status on webhook_deliveries (owner_id, status, created_at desc, id);
comment on index webhook_deliveries_status is 'GET /webhook_deliveries?status=';

-- A request that replaced the secret of an endpoint is in its log: when each was made, and nothing of either.
create function note_secret() returns trigger language plpgsql as $$
begin
  insert into changes (household_id, kind, operation, record_id, before, after)
  select owner_id, 'webhook_endpoints', 'updated', id, json_build_object('secret_created_at', new.created_at),
    json_build_object('secret_created_at', new.retired_at)
  from webhook_endpoints
  where id = new.endpoint_id;
  return null;
end $$;
create trigger note_rotated after update of retired_at on webhook_secrets for each row
  when (old.retired_at is null and new.retired_at is not null and current_setting('ledgerline.cause', true) = 'key')
  execute function note_secret();

-- How far a sync is with an account is no separate news: the feed brings the sync when it ends. Other writes there are reported.
drop trigger note_record_updated on sync_accounts;
create trigger note_record_updated after update on sync_accounts
  referencing old table as replaced new table as written for each statement
  when (current_setting('ledgerline.cause', true) is distinct from 'sync')
  execute function note_records('syncs', 'sync_id');
