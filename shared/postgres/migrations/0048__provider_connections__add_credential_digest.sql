-- Recognises a key that the household has connected already. Rows from before have none until their household
-- connects the next key, or the keys are rotated: only the application can open the ciphertext.
alter table provider_connections add column credential_digest bytea;
comment on column provider_connections.credential_digest is 'HMAC-SHA-256 of household and provider key, keyed by a key derived from credential_key_id.';
