alter table transactions
  add column import_id uuid,
  add column import_name text;
comment on column transactions.import_id is 'The CSV import that made the row; stays when a bank sync takes the row over.';
comment on column transactions.import_name is 'The name as that import read it: the file is recognised by it, whatever people and rules made of the name.';
