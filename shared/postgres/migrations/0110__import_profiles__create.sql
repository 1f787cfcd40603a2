-- How the exports of a bank are read: settings under a name, and the header by which a file is recognised.
create table import_profiles (
  id uuid primary key default gen_random_uuid(),
  household_id uuid not null references households on delete cascade,
  name text not null check (length(name) between 1 and 255),
  type text not null,
  account_id uuid,
  settings jsonb not null default '{}',
  header_fingerprint text check (header_fingerprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint import_profiles_account foreign key (household_id, account_id)
    references accounts (household_id, id) on delete set null (account_id)
);
-- Lists by name, and keeps names apart.
create unique index import_profiles_name on import_profiles (household_id, name);
-- Recognises a file by its header; several accounts at one bank have the same.
create index import_profiles_fingerprint on import_profiles (household_id, type, header_fingerprint)
  where header_fingerprint is not null;
-- Deleting an account.
create index import_profiles_account_id on import_profiles (household_id, account_id)
  where account_id is not null;
comment on column import_profiles.settings is 'Request fields of an import, as sent.';
comment on column import_profiles.header_fingerprint is 'SHA-256 of the type and the normalised header cells; null until the first import made with the profile.';
