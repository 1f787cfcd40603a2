-- A trade of a later file is known by the bank's own id, as a transaction is.
alter table trades
  add column import_id uuid,
  add column import_external_id text;
comment on column trades.import_id is 'The import of a CSV that created the row: its settings name the column of the id.';
comment on column trades.import_external_id is 'The bank''s own id of the row, from the column of the file that created it.';
create index trades_import_external_id on trades (account_id, import_external_id) where import_external_id is not null;
create index trades_account_date on trades (account_id, date);
