-- Counts of performers leave out the few whose accounts aren't active without looking up each account.
create index accounts_inactive_performers on accounts (id) where role = 'performer' and status <> 'active';
