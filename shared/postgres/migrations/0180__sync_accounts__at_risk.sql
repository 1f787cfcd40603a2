alter table sync_accounts
add column at_risk boolean not null default false;

alter table syncs
add column at_risk boolean not null default false;

comment on column sync_accounts.at_risk is 'After a death: a worker does now what may have ended the one before.';
comment on column syncs.at_risk is 'After a death: a worker does now what may have ended the one before.';
comment on column sync_accounts.deaths is 'Workers that vanished over the account since its last checkpoint, not counting those that only waited.';
comment on column syncs.deaths is 'Workers that vanished before the accounts were known, not counting those that only waited.';
