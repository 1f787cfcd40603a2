-- A composite key (household_id, account_id) refers to a row of the same household, which refers to the household: a
-- second key to the household says nothing more, and each row inserted would be checked against it. With the household
-- its accounts, sessions and connections go, and with these their rows.
alter table account_suggestions drop constraint account_suggestions_household_id_fkey;
alter table balances drop constraint balances_household_id_fkey;
alter table budget_categories drop constraint budget_categories_household_id_fkey;
alter table holdings drop constraint holdings_household_id_fkey;
alter table import_chunks drop constraint import_chunks_household_id_fkey;
alter table provider_accounts drop constraint provider_accounts_household_id_fkey;
alter table rejected_transfers drop constraint rejected_transfers_household_id_fkey;
alter table removed_provider_accounts drop constraint removed_provider_accounts_household_id_fkey;
alter table syncs drop constraint syncs_household_id_fkey;
alter table trades drop constraint trades_household_id_fkey;
alter table transactions drop constraint transactions_household_id_fkey;
alter table transfer_suggestions drop constraint transfer_suggestions_household_id_fkey;
alter table transfers drop constraint transfers_household_id_fkey;
alter table valuations drop constraint valuations_household_id_fkey;
