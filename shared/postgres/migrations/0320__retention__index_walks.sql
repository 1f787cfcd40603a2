-- delete-old-syncs walks through the ended runs of all connections by age.
create index syncs_ended on syncs (created_at, id)
  where finished_at is not null;

-- delete-old-import-content: content that is kept, by age; complete files keep theirs for a while, too.
create index imports_content on imports (created_at)
  where content is not null;
-- The same of sessions: chunks give theirs up as they are imported, so these are few.
create index import_chunks_content on import_chunks (session_id)
  where content is not null;

-- delete-old-undo-journals walks by the primary key: entries are numbered as they are written.
drop index undo_journal_created_at;

-- A line of the change log has one index, by its transaction: this is where the walk through all of them stands.
create table retention_walks (
  walked text primary key,
  after_record_id uuid not null default '00000000-0000-0000-0000-000000000000',
  after_line bigint not null default 0
);
comment on table retention_walks is 'How far a walk that deletes old lines has come; it begins anew at its end. Schedulers take turns at it.';
insert into retention_walks (walked) values ('transaction_changes');
