-- Without these, the export, a merge and a deletion read every household's rows.
create index transfers_household on transfers (household_id);
create index rejected_transfers_household on rejected_transfers (household_id);
create index rule_conditions_household on rule_conditions (household_id);
create index rule_actions_household on rule_actions (household_id);
-- The latest rows of an account, deleted ones among them; few are.
create index transactions_removed on transactions (account_id, date desc, id) where removed_at is not null;
