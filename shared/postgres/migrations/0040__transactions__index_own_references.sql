-- Deleting many transactions checks for each one whether another refers to it. Without an index that holds
-- exactly the columns of the foreign key the planner takes the household's: quadratic in its rows.
drop index transactions_parent_id;
-- Split lines of a transaction, and the foreign key transactions_parent.
create index transactions_parent_id on transactions (household_id, parent_id) where parent_id is not null;
-- The foreign key transactions_mirror_of.
create index transactions_mirror_of_id on transactions (household_id, mirror_of) where mirror_of is not null;
