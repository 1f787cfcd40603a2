-- Sign-ins of account holders to the console: what a browser's cookie opens, and links that sign in once.

create table console_sessions (
  digest text primary key,
  api_key_id uuid not null references api_keys (id) on delete cascade,
  household_id uuid not null references households (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table console_sessions is 'Browsers that are signed in with an API key, and may do what the key may for as long as it lives. A sign-out deletes its row.';
comment on column console_sessions.digest is 'SHA-256 of the token in the cookie. The token is stored nowhere.';
comment on column console_sessions.expires_at is 'Moves on with use, to the longest life of a session at most.';
-- Deleting a household or a key, and sessions that are over.
create index console_sessions_household on console_sessions (household_id);
create index console_sessions_api_key on console_sessions (api_key_id);
create index console_sessions_expires_at on console_sessions (expires_at);

create table console_tickets (
  digest text primary key,
  api_key_id uuid not null references api_keys (id) on delete cascade,
  household_id uuid not null references households (id) on delete cascade,
  expires_at timestamptz not null
);
comment on table console_tickets is 'Links that sign a browser in once. The sign-in deletes its row.';
comment on column console_tickets.digest is 'SHA-256 of the ticket in the link. The ticket is stored nowhere.';
create index console_tickets_household on console_tickets (household_id);
create index console_tickets_api_key on console_tickets (api_key_id);
create index console_tickets_expires_at on console_tickets (expires_at);

-- An operator finds a household by how its name begins.
create index households_name on households (lower(name) text_pattern_ops);
