-- How far the holder is. It stands here, because what is worked on may be locked by the very transaction that works.
alter table leases
  add column step text,
  add column rows_done integer not null default 0;

comment on column leases.step is 'What the holder is doing; null when it does not say.';
comment on column leases.rows_done is 'Rows that this step is done with, committed or not: progress, not a result.';
