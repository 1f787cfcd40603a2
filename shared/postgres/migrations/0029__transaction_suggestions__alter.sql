-- A suggestion closes, or has one candidate fewer, when one of its transactions posts, is deleted or goes: the feed brings it then,
-- though nothing writes the suggestion itself.
create function note_settled() returns trigger language plpgsql as $$
declare
  households uuid[] := array(select distinct household_id from written);
  settled uuid[];
begin
  -- Most households have none: they pay for a look at an index.
  if not exists (select 1 from transaction_suggestions where household_id = any(households)) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- A suggestion goes with the posted one.
    settled := array(select id from written where pending);
  else
    -- A full join is never done row by row, as a plan made for a few rows would do it for many.
    settled := array(
      select n.id
      from replaced o
      full join written n on n.id = o.id
      where (n.pending, n.removed_reason) is distinct from (o.pending, o.removed_reason));
  end if;
  if cardinality(settled) = 0 then
    return null;
  end if;
  -- As every line that says only what records changed, these are no import's: its undo must not read them.
  insert into changes (household_id, kind, operation, record_ids, source_id)
  select household_id, 'transaction_suggestions', 'updated', array_agg(id), null
  from (
    select s.household_id, s.id, (row_number() over () - 1) / 100 as part
    from transaction_suggestions s
    where s.household_id = any(households)
      and exists (
        select 1
        from unnest(s.candidate_ids || s.transaction_id) shown
        where shown in (select unnest(settled))
      )
  ) parts
  group by household_id, part;
  return null;
end $$;
create trigger note_settled after update on transactions
  referencing old table as replaced new table as written for each statement
  execute function note_settled();
create trigger note_settled_deleted after delete on transactions
  referencing old table as written for each statement
  execute function note_settled();
