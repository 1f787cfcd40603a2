-- Whoever writes a line of the log has written its transaction just before, in the same database transaction: two foreign
-- keys that looked each line's transaction and household up once more took most of the time that a line costs. Lines are
-- deleted with their transactions all the same, as many as a statement deletes at once.
alter table transaction_changes
  drop constraint transaction_changes_transaction,
  drop constraint transaction_changes_household_id_fkey;

create function delete_transaction_changes() returns trigger
language plpgsql as $$
begin
  -- An array, so that lines are found by their index however many transactions go.
  delete from transaction_changes
  where transaction_id = any(array(select id from gone));
  return null;
end;
$$;

create trigger transactions_delete_changes after delete on transactions
  referencing old table as gone for each statement execute function delete_transaction_changes();

comment on column transaction_changes.transaction_id is 'Goes with its transaction by a trigger; no foreign key looks it up for each line.';

-- A tag and a transaction of the household say its household already.
alter table transaction_tags drop constraint transaction_tags_household_id_fkey;
