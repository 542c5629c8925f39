-- A sale can be given back in parts: several reversals of one transaction. The sum of them is bounded in ledger.reverse_sale and verified.

drop index ledger.transactions_reverses;
create index transactions_reverses on ledger.transactions (reverses_id) where reverses_id is not null;

-- So that the answers to our own refunds are told from refunds that were made at the company.
alter table gateway_events add column amount bigint;

drop function if exists ledger.reverse_sale(uuid, text, boolean, timestamptz, text, uuid);
drop function if exists ledger.reverse_top_up(orders, text, boolean, timestamptz, text, uuid);
