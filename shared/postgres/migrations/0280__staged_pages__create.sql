create table staged_pages (
  household_id uuid not null,
  sync_account_id uuid not null references sync_accounts on delete cascade,
  page integer not null,
  lines text not null,
  primary key (household_id, sync_account_id, page)
);
-- To compress a page costs more time than its log, and no build of Postgres need have a faster method.
alter table staged_pages alter column lines set storage external;
create index staged_pages_sync_account_id on staged_pages (sync_account_id);
comment on table staged_pages is 'Pages of a read that is not complete yet, as lines of a copy into the temporary table read_rows.';

-- A column of its own: a worker of the version before knows nothing of staged_pages, and must begin the read anew.
alter table sync_accounts add column next_page jsonb;
comment on column sync_accounts.next_page is 'The next page; written in one transaction with the rows of the page before.';
comment on column sync_accounts.page_token is 'Where the version before continues; the next one drops it, with staged_transactions.';
comment on table staged_transactions is 'Rows of a read that the version before staged and did not reconcile.';
