-- Reading rules is frequent, writing them is rare: each rule carries its conditions and actions as the
-- documents that GET /rules answers from. Triggers keep them, whoever writes the parts.
alter table rules
  add column conditions json not null default '[]',
  add column actions json not null default '[]';
comment on column rules.conditions is 'Copy of rule_conditions, members of groups folded in, kept by a trigger; the names are those of shared/store/rules.ts.';
comment on column rules.actions is 'Copy of rule_actions, kept by a trigger.';

-- Timestamps in JSON are written in the session's time zone; readers count on UTC.
create function fold_rule_parts(rule_ids uuid[]) returns void
language sql
set timezone = 'UTC'
as $$
  update rules r
  set conditions = coalesce(
      (
        select json_agg(
          json_build_object(
            'id', c.id, 'conditionType', c.condition_type, 'operator', c.operator, 'value', c.value,
            'subConditions', coalesce(
              (
                select json_agg(
                  json_build_object(
                    'id', s.id, 'conditionType', s.condition_type, 'operator', s.operator, 'value', s.value,
                    'subConditions', json_build_array(),
                    'createdAt', s.created_at, 'updatedAt', s.updated_at
                  )
                  order by s.position
                )
                from rule_conditions s
                where s.parent_id = c.id
              ),
              '[]'
            ),
            'createdAt', c.created_at, 'updatedAt', c.updated_at
          )
          order by c.position
        )
        from rule_conditions c
        where c.rule_id = r.id and c.parent_id is null
      ),
      '[]'
    ),
    actions = coalesce(
      (
        select json_agg(
          json_build_object(
            'id', a.id, 'actionType', a.action_type, 'value', a.value,
            'createdAt', a.created_at, 'updatedAt', a.updated_at
          )
          order by a.position
        )
        from rule_actions a
        where a.rule_id = r.id
      ),
      '[]'
    )
  where r.id = any(rule_ids)
$$;

create function refold_changed_rules() returns trigger
language plpgsql
as $$
begin
  perform fold_rule_parts(array(select distinct rule_id from changed));
  return null;
end
$$;

create trigger rule_conditions_inserted after insert on rule_conditions
  referencing new table as changed for each statement execute function refold_changed_rules();
create trigger rule_conditions_updated after update on rule_conditions
  referencing new table as changed for each statement execute function refold_changed_rules();
create trigger rule_conditions_deleted after delete on rule_conditions
  referencing old table as changed for each statement execute function refold_changed_rules();
create trigger rule_actions_inserted after insert on rule_actions
  referencing new table as changed for each statement execute function refold_changed_rules();
create trigger rule_actions_updated after update on rule_actions
  referencing new table as changed for each statement execute function refold_changed_rules();
create trigger rule_actions_deleted after delete on rule_actions
  referencing old table as changed for each statement execute function refold_changed_rules();

select fold_rule_parts(array(select id from rules));
