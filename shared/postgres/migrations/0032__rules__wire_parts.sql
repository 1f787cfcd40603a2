-- The folded parts are stored as they stand in an answer, so that a page of rules is put together
-- from texts and neither parsed nor printed again.
comment on column rules.conditions is 'Copy of rule_conditions as GET /rules answers it, members of groups folded in, kept by a trigger.';
comment on column rules.actions is 'Copy of rule_actions as GET /rules answers it, kept by a trigger.';

-- An instant on the wire: UTC, whole seconds, Z.
create function wire_time(instant timestamptz) returns text
language sql
stable
as $$ select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;

create or replace function fold_rule_parts(rule_ids uuid[]) returns void
language sql
as $$
  update rules r
  set conditions = coalesce(
      (
        select json_agg(
          json_build_object(
            'id', c.id, 'condition_type', c.condition_type, 'operator', c.operator, 'value', c.value,
            'sub_conditions', coalesce(
              (
                select json_agg(
                  json_build_object(
                    'id', s.id, 'condition_type', s.condition_type, 'operator', s.operator, 'value', s.value,
                    'sub_conditions', json_build_array(),
                    'created_at', wire_time(s.created_at), 'updated_at', wire_time(s.updated_at)
                  )
                  order by s.position
                )
                from rule_conditions s
                where s.parent_id = c.id
              ),
              '[]'
            ),
            'created_at', wire_time(c.created_at), 'updated_at', wire_time(c.updated_at)
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
            'id', a.id, 'action_type', a.action_type, 'value', a.value,
            'created_at', wire_time(a.created_at), 'updated_at', wire_time(a.updated_at)
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

select fold_rule_parts(array(select id from rules));
