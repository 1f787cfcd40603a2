-- The currency of a household can be changed, and the log of changes says so.
drop trigger log_changed on households;
create trigger log_changed after update on households
  referencing old table as replaced new table as written
  for each statement
  when (current_setting('ledgerline.api_key', true) <> '')
  execute function log_changed_records('household', 'name,currency,time_zone');
