-- What publishing did beside the records of its rows: records made by the way, and records changed, with both images.
create table import_effects (
  household_id uuid not null,
  import_id uuid not null,
  kind text not null,
  record_id uuid not null,
  line integer,
  before jsonb,
  after jsonb,
  primary key (household_id, import_id, kind, record_id),
  constraint import_effects_import foreign key (household_id, import_id)
    references imports (household_id, id) on delete cascade
);
comment on column import_effects.before is 'The attributes that were changed as they were; null for a record that was made.';
comment on column import_effects.after is 'The same attributes as the import left them: only what still stands so is put back.';
