-- What several rooms compute with.

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

create function compared_name(name text) returns text language sql immutable strict parallel safe
return case
  when name collate "C" ~ '^[!-~]+( [!-~]+)*$' then lower(name collate "C") collate "default"
  else replace(normalize(lower(upper(lower(btrim(regexp_replace(regexp_replace(regexp_replace(
    normalize(name, NFC),
    E'[\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g'),
    E'[\u0001-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]', '', 'g'),
    ' {2,}', ' ', 'g')) collate "und-x-icu"))), NFC), E'i\u0307', 'i') collate "default"
end;
