-- What an import session needs to know about the rows it made, and to show while it runs.
alter table transactions add column import_session_id uuid;
comment on column transactions.import_session_id is 'The session that made the row; with external_id it finds the row again, whatever its account.';
-- Transfers and repeated records find the transaction of a source id.
create unique index transactions_imported on transactions (import_session_id, external_id) where import_session_id is not null;

alter table import_sessions
  add column rows_done integer not null default 0,
  add column previous_status text,
  add column previous_error jsonb;
comment on column import_sessions.rows_done is 'Rows read so far by the running import: progress, not a result.';
comment on column import_sessions.previous_status is 'Status before publish: restored when the job cannot be queued.';

alter table import_chunks
  add column byte_size integer not null default 0,
  add column outline jsonb;
comment on column import_chunks.outline is 'Ids that the chunk defines and names, for the check of the whole session at publish.';
-- Content is read once and dropped: compressing it costs more than it saves.
alter table import_chunks alter column content set storage external;

alter table import_id_map
  add column opening_date date,
  add column opening_skipped boolean not null default true;
comment on column import_id_map.opening_skipped is 'False for an account that this session made and whose opening balance is still to be anchored.';
