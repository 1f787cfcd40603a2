alter table syncs
add column place_turn timestamptz,
add column called_at timestamptz;

comment on column syncs.place_turn is 'The run waits for a place of its household or bank, and this is its turn; null: it does not wait.';
comment on column syncs.called_at is 'When a worker with room called it out of the line; should it not come, it is called again.';

-- store/syncs/place-lines.ts: the line of each bank.
create index syncs_in_line on syncs (coalesce(bank, ''), place_turn)
  where place_turn is not null and status in ('queued', 'running');
