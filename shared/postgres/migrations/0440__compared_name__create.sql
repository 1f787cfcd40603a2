-- A name as names of bookings are compared: composed, with single blanks, without control characters and letter case. The same
-- as comparedName in shared/provider/clean-text.ts, by ICU's tables and not by the locale of the database. By way of capitals,
-- which spell ß as SS and have one form of sigma; İ is an i.
create function compared_name(name text) returns text language sql immutable strict parallel safe
return case
  when name collate "C" ~ '^[!-~]+( [!-~]+)*$' then lower(name collate "C") collate "default"
  else replace(normalize(lower(upper(lower(btrim(regexp_replace(regexp_replace(regexp_replace(
    normalize(name, NFC),
    E'[\t-\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g'),
    E'[\u0001-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]', '', 'g'),
    ' {2,}', ' ', 'g')) collate "und-x-icu"))), NFC), E'i\u0307', 'i') collate "default"
end;
