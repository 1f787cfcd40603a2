-- A connection whose accounts fail says so, and each account keeps what went wrong and until when it is limited.
alter table provider_connections
  drop constraint provider_connections_status_check,
  drop constraint provider_connections_reason;
alter table provider_connections
  add constraint provider_connections_status check (status in ('good', 'degraded', 'requires_update')),
  add constraint provider_connections_reason check ((status <> 'good') = (status_reason is not null));
comment on column provider_connections.status_reason is 'Code of the failure: of the key, of the account list, or of the first account that failed.';
comment on column provider_connections.last_synced_at is 'End of the last run that read at least one account whole.';
drop index provider_connections_due;
-- The scheduler's ticker.
create index provider_connections_due on provider_connections (next_sync_at) where status <> 'requires_update';

alter table provider_accounts
  add column last_error jsonb,
  add column last_error_at timestamptz,
  add column limited_until timestamptz;
comment on column provider_accounts.last_error is 'First error of the last run that came to this account; null after one without errors.';
comment on column provider_accounts.limited_until is 'The provider limits this account on its own: runs leave it alone until then.';

alter table sync_accounts add column limited_until timestamptz;
comment on column sync_accounts.limited_until is 'Set aside in this run: its own rate limit, or one that may be its own, ends then.';
