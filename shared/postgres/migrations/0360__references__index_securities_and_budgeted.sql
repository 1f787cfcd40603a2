-- A category or security that goes asks, by its foreign keys and in undo, who refers to it: else for each category every
-- household's budgets are read, and for each security all trades and holdings of its household.
create index budget_categories_category_id on budget_categories (household_id, category_id);
create index holdings_security_id on holdings (household_id, security_id);
create index trades_security_id on trades (household_id, security_id);
