-- Finds the stored row that a row of another file with the same id of the bank stands for.
create index import_rows_bank_id on import_rows (household_id, (more ->> 'external_id'))
  where of_id is not null and more ->> 'external_id' is not null;
