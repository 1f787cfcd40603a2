alter table import_chunks
add column deaths integer not null default 0;

comment on column import_chunks.deaths is 'Workers that vanished while they imported the chunk.';
