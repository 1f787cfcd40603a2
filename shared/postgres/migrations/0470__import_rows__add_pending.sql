alter table import_rows add column pending boolean default false not null;
comment on column import_rows.pending is 'The file says that the bank has not booked the row yet.';
-- What files have listed as pending, to know it when a file lists it again.
create index import_rows_pending on import_rows (household_id, account_id, date) where pending;
