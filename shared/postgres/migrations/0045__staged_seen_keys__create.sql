create table staged_seen_keys (
  sync_account_id uuid not null references sync_accounts on delete cascade,
  row_key text not null,
  primary key (sync_account_id, row_key)
);
comment on table staged_seen_keys is 'Rows of a read that could not be understood, by the id they came with: seen, hence not absent. Empty between runs.';
