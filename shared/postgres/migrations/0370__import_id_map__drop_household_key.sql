-- Its session refers to the household, as in 0201: with the household go its sessions, and with these their rows. To delete
-- a household, its rows here were looked for among those of all households.
alter table import_id_map drop constraint import_id_map_household_id_fkey;
