-- Ids that begin with their moment go to the end of an index, random ones all over it. Postgres 18 has the function; for older
-- versions it is made of a random id: 48 bits of milliseconds, and version 7 instead of 4.
do $$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is null then
    create function uuidv7() returns uuid
    language sql
    volatile parallel safe
    as $body$
      select encode(
        set_bit(set_bit(
          overlay(
            uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6
          ),
          52, 1), 53, 1),
        'hex'
      )::uuid
    $body$;
  end if;
end $$;

alter table balances alter column id set default uuidv7();
alter table holdings alter column id set default uuidv7();
alter table import_rows alter column record_id set default uuidv7();
alter table rule_runs alter column id set default uuidv7();
alter table sync_accounts alter column id set default uuidv7();
alter table syncs alter column id set default uuidv7();
alter table trades alter column id set default uuidv7();
alter table transactions alter column id set default uuidv7();
alter table transfer_suggestions alter column id set default uuidv7();
alter table transfers alter column id set default uuidv7();
alter table valuations alter column id set default uuidv7();
