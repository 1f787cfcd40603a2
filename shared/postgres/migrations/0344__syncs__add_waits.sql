alter table syncs
add column waits jsonb not null default '[]';

comment on column syncs.waits is 'Each wait of the run, {at, until, reason}, the last 50: GET /provider_connections/{id}/timeline.';

alter table sync_accounts
add column changed_ids uuid[] not null default '{}';

comment on column sync_accounts.changed_ids is 'Transactions that the run created or changed, for GET /transactions?sync_id=.';
