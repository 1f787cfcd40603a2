alter table import_id_map
add column adopted boolean not null default false;

comment on column import_id_map.adopted is 'The household''s own record, named by the session and not carried by it: never changed by it.';
