-- After a merge, files still name the account that went.
alter table accounts add column former_names text[];
comment on column accounts.former_names is 'Names and numbers of accounts that were merged into this one: files that name them belong to it. At most 50.';
