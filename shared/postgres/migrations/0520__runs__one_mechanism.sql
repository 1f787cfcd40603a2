alter table import_chunks
  drop column deaths;

alter table import_sessions
  drop column previous_error;

alter table leases
  drop constraint leases_kind_check;

comment on column import_sessions.previous_status is 'Status before the run began: a failed undo goes back to it.';
comment on column import_sessions.deaths is 'Workers that vanished since the run last got on.';
comment on column imports.deaths is 'Workers that vanished over the run.';
comment on column leases.resource is 'sync: the connection; import: the import or the session; rules: the run.';
