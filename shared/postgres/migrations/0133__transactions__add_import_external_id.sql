alter table transactions add column import_external_id text;
-- A file's row that the bank has given an id: who was imported under it before.
create index transactions_import_external_id on transactions (account_id, import_external_id)
  where import_external_id is not null;
comment on column transactions.import_external_id is 'The bank''s own id of the row, from the column of the file that created it.';
