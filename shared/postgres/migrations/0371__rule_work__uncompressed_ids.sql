-- Ids of what a sync wrote, read once and deleted: compressing them took longer than storing them whole.
alter table rule_work alter column transaction_ids set storage external;
alter table sync_accounts alter column changed_ids set storage external;
