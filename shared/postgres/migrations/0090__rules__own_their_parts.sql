-- rules.conditions and rules.actions, until now copies kept by triggers, become the only place where the parts of a
-- rule stand. A last fold carries over whatever a session without triggers wrote into the tables.
select fold_rule_parts(array(select id from rules));

-- Dropped at once: what a process of the version before wrote into the tables would be lost without the triggers.
drop table rule_conditions, rule_actions;
drop function refold_changed_rules();
drop function fold_rule_parts(uuid[]);
drop function wire_time(timestamptz);

alter table rules
  add constraint rules_conditions_list check (json_typeof(conditions) = 'array'),
  add constraint rules_actions_list check (json_typeof(actions) = 'array');
comment on column rules.conditions is 'As GET /rules answers them, members of groups within; written by shared/store/rules/rule-parts.ts.';
comment on column rules.actions is 'As GET /rules answers them.';
