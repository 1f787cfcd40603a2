-- isUnsaid: did the file that wrote a transaction name its currency?
create index import_rows_unsaid on import_rows (household_id, record_id) where currency is null;
comment on index import_rows_unsaid is 'Whether the file that wrote a transaction names no currency, which another file may then say.';
