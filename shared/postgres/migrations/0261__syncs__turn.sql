alter table provider_connections
add column bank text;

alter table syncs
add column bank text,
add column ahead integer not null default 0;

comment on column provider_connections.bank is 'Name of the institution as its accounts were last listed, folded; null: none is known.';
comment on column syncs.bank is 'The connection''s bank when the run was made.';
comment on column syncs.ahead is 'When the run was made: live runs of its household, or households with live runs at its bank, whichever were more; 1,080 at most.';

-- store/syncs/count-ahead.ts: live runs of a household, and households with live runs at a bank.
create index syncs_live_household on syncs (household_id)
  where status in ('queued', 'running');
create index syncs_live_bank on syncs (bank, household_id)
  where status in ('queued', 'running') and bank is not null;
