-- A search compares an expression, of which the table has no statistics by itself: with these the planner knows how many
-- rows a word finds. A partition has its own, where there are any.
do $$
declare
  part text;
begin
  for part in
    select relname
    from pg_class
    where relkind = 'r'
      and (
        oid = 'transactions'::regclass
        or oid in (select inhrelid from pg_inherits where inhparent = 'transactions'::regclass)
      )
  loop
    execute format(
      'create statistics %I on lower(name || chr(31) || coalesce(notes, %2$L) || chr(31) || coalesce(provider_merchant, %2$L)'
      ' || chr(31) || coalesce(provider_description, %2$L)) from %3$I',
      part || '_search_text', '', part
    );
  end loop;
end
$$;
