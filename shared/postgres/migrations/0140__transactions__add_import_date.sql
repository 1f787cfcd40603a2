-- Older rows have null: until a bank took them over, their own date is the one of the file.
alter table transactions
  add column import_date date;
comment on column transactions.import_date is 'The day in the file that import_name is from; null: the row''s own date.';
