alter table sync_accounts
add column deaths integer not null default 0;

alter table syncs
add column deaths integer not null default 0;

comment on column sync_accounts.deaths is 'Workers that vanished over the account since its last checkpoint.';
comment on column syncs.deaths is 'Workers that vanished while no account was being read.';
