-- A history that is uploaded in chunks and imported exactly once.

create table import_sessions (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households (id) on delete cascade,
  type text not null check (type = 'NativeImport'),
  client_session_id text check (length(client_session_id) >= 1 and length(client_session_id) <= 255),
  expected_chunks integer check (expected_chunks > 0),
  status text not null default 'pending'
    check (status in ('pending', 'importing', 'complete', 'failed', 'cancelled', 'undoing', 'undone')),
  summary jsonb not null default '{}',
  error jsonb,
  run_id uuid,
  published_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rows_done integer not null default 0,
  previous_status text,
  undo_summary jsonb,
  undone_at timestamptz,
  deaths integer not null default 0,
  constraint import_sessions_tenant unique (household_id, id),
  constraint import_sessions_running_has_run check (status not in ('importing', 'undoing') or run_id is not null)
);
comment on column import_sessions.rows_done is 'Rows read so far by the running import: progress, not a result.';
comment on column import_sessions.previous_status is 'Status before the run began: a failed undo goes back to it.';
comment on column import_sessions.undo_summary is 'What undoing removed, restored and kept.';
comment on column import_sessions.deaths is 'Workers that vanished since the run last got on.';
create unique index import_sessions_client_id on import_sessions (household_id, client_session_id)
  where client_session_id is not null;
create index import_sessions_household on import_sessions (household_id, created_at, id);
-- The sweeper: sessions whose worker may be gone.
create index import_sessions_importing on import_sessions (published_at) where status = 'importing';
-- Undo runs whose worker may be gone.
create index import_sessions_undoing on import_sessions (updated_at) where status = 'undoing';

create table import_chunks (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null,
  session_id uuid not null,
  sequence integer not null check (sequence > 0),
  client_chunk_id text check (length(client_chunk_id) >= 1 and length(client_chunk_id) <= 255),
  status text not null default 'pending' check (status in ('pending', 'importing', 'complete', 'failed')),
  content bytea,
  content_digest text not null,
  rows_count integer not null default 0,
  summary jsonb not null default '{}',
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  byte_size integer not null default 0,
  outline jsonb,
  transaction_digests bigint[],
  constraint import_chunks_sequence unique (session_id, sequence),
  constraint import_chunks_session foreign key (household_id, session_id)
    references import_sessions (household_id, id) on delete cascade
);
comment on column import_chunks.content is 'The uploaded bytes; dropped once imported or expired.';
comment on column import_chunks.outline is 'Ids that the chunk defines and names, for the check of the whole session at publish.';
comment on column import_chunks.transaction_digests is 'Digests of the ids of its transactions, until the session is complete: later chunks may name them. Null: not known.';
create unique index import_chunks_client_id on import_chunks (session_id, client_chunk_id)
  where client_chunk_id is not null;
-- The same of sessions: chunks give theirs up as they are imported, so these are few.
create index import_chunks_content on import_chunks (session_id) where content is not null;
-- Content is read once and dropped: compressing it costs more than it saves.
alter table import_chunks
  alter column content set storage external;

create table import_id_map (
  session_id uuid not null references import_sessions (id) on delete cascade,
  household_id uuid not null,
  source_type text not null,
  source_id text not null check (length(source_id) <= 255),
  record_id uuid not null,
  opening_date date,
  opening_skipped boolean not null default true,
  adopted boolean not null default false,
  constraint import_id_map_pkey primary key (session_id, source_type, source_id)
);
comment on table import_id_map is 'Ids of the export to ids of this service; lives as long as its session, never shared.';
comment on column import_id_map.opening_skipped is 'False for an account that this session made and whose opening balance is still to be anchored.';
comment on column import_id_map.adopted is 'The household''s own record, named by the session and not carried by it: never changed by it.';
