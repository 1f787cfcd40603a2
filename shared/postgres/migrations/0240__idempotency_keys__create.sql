-- The answers of requests that carried an Idempotency-Key, kept so that a retry gets the same one.
create table idempotency_keys (
  household_id uuid not null references households on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_digest text not null,
  body_digest text,
  status smallint,
  answer text,
  sealed_answer bytea,
  sealed_with text,
  created_at timestamptz not null,
  primary key (household_id, key),
  constraint idempotency_keys_sealed check ((sealed_answer is null) = (sealed_with is null))
);
-- Deleting those that are no longer kept.
create index idempotency_keys_created_at on idempotency_keys (created_at);
comment on column idempotency_keys.request_digest is 'SHA-256 of the user, the method, the path and the query.';
comment on column idempotency_keys.body_digest is 'SHA-256 of the body; null where the operation did not read it.';
comment on column idempotency_keys.status is 'Null only inside the transaction that makes the answer.';
comment on column idempotency_keys.sealed_answer is 'In place of answer where that holds a secret, encrypted with the key that sealed_with names.';
