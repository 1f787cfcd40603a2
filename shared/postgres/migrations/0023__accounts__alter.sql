-- A file of a bank names its account by an IBAN or a number: the account keeps it when a person renames it.
alter table accounts add column number text;
comment on column accounts.number is 'IBAN or number, without blanks, by which files of the bank name the account; null where none is known.';
