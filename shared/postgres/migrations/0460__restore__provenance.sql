-- A restored household knows which of its rows the bank or a file brought. What files call a row is kept with an import that
-- only says how they were read.
alter table imports add column restored_by uuid;
comment on column imports.restored_by is 'The import session that restored it from an export: not shown, it says what files know transactions by.';
create index imports_restored_by on imports (household_id, restored_by) where restored_by is not null;

-- Rows that are the bank's have the bank's key in external_id: two accounts may have the same one.
drop index transactions_imported;
create index transactions_imported on transactions (import_session_id, external_id) where import_session_id is not null;
