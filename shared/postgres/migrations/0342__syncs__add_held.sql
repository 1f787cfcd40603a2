alter table syncs
add column held_at timestamptz,
add column held_by text,
add constraint syncs_held_by check (held_by in ('paused', 'provider_down'));

comment on column syncs.held_at is 'Since when the run is held back, without a place in a worker. Its deadline moves by as much.';

-- store/syncs/held-syncs.ts: runs that may go on.
create index syncs_held on syncs (updated_at, id)
  where held_at is not null and status in ('queued', 'running');
