-- Logins to the queue dashboard, for all API processes; no household owns them.
create table admin_sessions (
  digest text primary key,
  expires_at timestamptz not null
);
comment on table admin_sessions is 'Open logins to the queue dashboard. A logout deletes its row.';
comment on column admin_sessions.digest is 'SHA-256 of the token in the cookie, keyed with the password: a new password ends all.';
