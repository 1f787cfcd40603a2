alter table import_chunks add column transaction_digests bigint[];
comment on column import_chunks.transaction_digests is 'Digests of the ids of its transactions, until the session is complete: later chunks may name them. Null: not known.';
