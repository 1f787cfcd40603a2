-- A list of accounts finds the opening balance of each without reading the values of all its days.
create index valuations_opening on valuations (account_id) where kind = 'opening_anchor';
