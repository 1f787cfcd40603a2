-- Import sessions: a history uploaded in chunks and imported exactly once.
create table import_sessions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  type text not null check (type = 'NativeImport'),
  client_session_id text check (length(client_session_id) between 1 and 255),
  expected_chunks integer check (expected_chunks > 0),
  status text not null default 'pending' check (status in ('pending', 'importing', 'complete', 'failed', 'cancelled')),
  summary jsonb not null default '{}',
  error jsonb,
  -- The run: its id is the job's id; the token fences off a worker that lost its lease.
  run_id uuid,
  fencing_token bigint not null default 0,
  lease_expires_at timestamptz,
  published_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint import_sessions_tenant unique (household_id, id),
  constraint import_sessions_running_has_run check (status <> 'importing' or run_id is not null)
);
create unique index import_sessions_client_id on import_sessions (household_id, client_session_id) where client_session_id is not null;
create index import_sessions_household on import_sessions (household_id, created_at, id);
-- The sweeper: sessions whose worker may be gone.
create index import_sessions_importing on import_sessions (lease_expires_at) where status = 'importing';

create table import_chunks (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  session_id uuid not null,
  sequence integer not null check (sequence > 0),
  client_chunk_id text check (length(client_chunk_id) between 1 and 255),
  status text not null default 'pending' check (status in ('pending', 'importing', 'complete', 'failed')),
  content bytea,
  content_digest text not null,
  rows_count integer not null default 0,
  summary jsonb not null default '{}',
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint import_chunks_session foreign key (household_id, session_id) references import_sessions (household_id, id) on delete cascade,
  constraint import_chunks_sequence unique (session_id, sequence)
);
comment on column import_chunks.content is 'The uploaded bytes; dropped once imported or expired.';
create unique index import_chunks_client_id on import_chunks (session_id, client_chunk_id) where client_chunk_id is not null;

create table import_id_map (
  session_id uuid not null references import_sessions on delete cascade,
  household_id uuid not null references households on delete cascade,
  source_type text not null,
  source_id text not null check (length(source_id) <= 255),
  record_id uuid not null,
  primary key (session_id, source_type, source_id)
);
comment on table import_id_map is 'Ids of the export to ids of this service; lives as long as its session, never shared.';
