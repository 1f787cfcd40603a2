alter table imports
add column save_profile jsonb;

comment on column imports.save_profile is 'The profile that publishing keeps: {name, settings, headerFingerprint}; then also {id, savedAt, before}, for undo.';
