-- CSV imports that were published before the journal: what undo knew of them.
insert into undo_journal (household_id, source_id, kind, created_ids)
select i.household_id, i.id,
  case i.type
    when 'TradeImport' then 'trades'
    when 'AccountImport' then 'accounts'
    when 'CategoryImport' then 'categories'
    when 'MerchantImport' then 'merchants'
    when 'RuleImport' then 'rules'
    else 'transactions'
  end, array_agg(r.record_id)
from imports i
join import_rows r on r.household_id = i.household_id and r.import_id = i.id and r.verdict = 'new'
where i.status in ('complete', 'undoing')
group by i.household_id, i.id, i.type;

insert into undo_journal (household_id, source_id, kind, created_ids)
select household_id, import_id, kind, array_agg(record_id)
from import_effects
where before is null
group by household_id, import_id, kind;

-- An import fills in only what is not locked.
insert into undo_journal (household_id, source_id, kind, record_id, before, after, locks)
select e.household_id, e.import_id, e.kind, e.record_id,
  case e.kind when 'rules' then rule_before.image else e.before::json end,
  case e.kind when 'rules' then rule_after.image else (e.after - 'tag_ids')::json end,
  '{}'
from import_effects e
-- The parts of a rule were stored as text.
cross join lateral (
  select json_build_object('active', e.before -> 'active', 'effective_date', e.before -> 'effective_date',
    'conditions', (e.before ->> 'conditions')::json, 'actions', (e.before ->> 'actions')::json) as image
) rule_before
cross join lateral (
  select json_build_object('active', e.after -> 'active', 'effective_date', e.after -> 'effective_date',
    'conditions', (e.after ->> 'conditions')::json, 'actions', (e.after ->> 'actions')::json) as image
) rule_after
where e.before is not null;

insert into undo_journal (household_id, source_id, kind, created_ids, tag_ids)
select e.household_id, e.import_id, 'transaction_tags', array_agg(e.record_id), array_agg(tag::uuid)
from import_effects e
cross join lateral jsonb_array_elements_text(e.after -> 'tag_ids') tag
where e.kind = 'transactions'
  and e.after ? 'tag_ids'
group by e.household_id, e.import_id;

comment on table import_effects is 'Carried over into undo_journal; nothing reads or writes it any more. Goes with the next release.';
