-- That a household resumed a suspended connection is a line of its log, too.
create or replace trigger log_created after insert on provider_connections referencing new table as made
  for each statement
  when (current_setting('ledgerline.api_key', true) <> '')
  execute function log_created_records('provider_connection', 'name,history_start,credential_last_four,suspended_at');
create or replace trigger log_changed after update on provider_connections referencing old table as replaced new table as written
  for each statement
  when (current_setting('ledgerline.api_key', true) <> '')
  execute function log_changed_records('provider_connection', 'name,history_start,credential_last_four,suspended_at');
create or replace trigger log_deleted after delete on provider_connections referencing old table as gone
  for each statement
  when (current_setting('ledgerline.api_key', true) <> '')
  execute function log_deleted_records('provider_connection', 'name,history_start,credential_last_four,suspended_at');
