-- Households own everything; users belong to one; API keys open the household's data.

create table households (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) >= 1 and length(name) <= 255),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table households is 'The tenant. Every other row belongs to one, and every query names it.';
comment on column households.time_zone is 'IANA name; decides which day an instant of the provider falls on.';

create table users (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 255),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_household on users (household_id);

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  household_id uuid not null references households (id) on delete cascade,
  name text not null check (length(name) >= 1 and length(name) <= 255),
  digest text not null,
  last_four text not null,
  scopes text[] not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column api_keys.digest is 'SHA-256 of the key in hex. The key itself is shown once and stored nowhere.';
-- Authentication of every request.
create unique index api_keys_digest on api_keys (digest);
-- A live name is unique among the keys of one user; a revoked one may be used again.
create unique index api_keys_live_name on api_keys (user_id, name) where revoked_at is null;

create table rate_limit_windows (
  api_key_id uuid not null references api_keys (id) on delete cascade,
  window_start timestamptz not null,
  count integer not null,
  constraint rate_limit_windows_pkey primary key (api_key_id, window_start)
);
comment on table rate_limit_windows is 'Requests per key and clock hour, while no Redis is configured. Old rows are swept.';

create table idempotency_keys (
  household_id uuid not null references households (id) on delete cascade,
  key text not null check (length(key) >= 1 and length(key) <= 255),
  request_digest text not null,
  body_digest text,
  status smallint,
  answer text,
  sealed_answer bytea,
  sealed_with text,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (household_id, key),
  constraint idempotency_keys_sealed check ((sealed_answer is null) = (sealed_with is null))
);
comment on column idempotency_keys.request_digest is 'SHA-256 of the user, the method, the path and the query.';
comment on column idempotency_keys.body_digest is 'SHA-256 of the body; null where the operation did not read it.';
comment on column idempotency_keys.status is 'Null only inside the transaction that makes the answer.';
comment on column idempotency_keys.sealed_answer is 'In place of answer where that holds a secret, encrypted with the key that sealed_with names.';
-- Deleting those that are no longer kept.
create index idempotency_keys_created_at on idempotency_keys (created_at);
