-- The next file repeats a row as it was before a person corrected it.
alter table import_rows add column as_read jsonb;
comment on column import_rows.as_read is 'What the file says where a person corrected the row, or later its transaction: files list the row by these values.';
-- matchCorrected: the corrected rows of a household, of which there are few; exportedOrigin: whether a transaction came from one.
create index import_rows_as_read on import_rows (household_id, record_id) where as_read is not null;
