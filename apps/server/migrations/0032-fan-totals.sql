-- What a fan spent with a seller on closed days, so that a look at a conversation doesn't sum a history: see functions/ledger-closing.sql.
-- Reversals count negatively.
create table ledger.fan_totals (
  seller_id uuid not null,
  buyer_id uuid not null,
  gross_amount bigint not null,
  lines integer not null,
  primary key (seller_id, buyer_id)
);
grant select on ledger.fan_totals to stagedoor_app;

insert into ledger.fan_totals (seller_id, buyer_id, gross_amount, lines)
select t.seller_id, t.buyer_id, coalesce(sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end), 0), count(*)
from ledger.transactions t
where t.seller_id is not null and t.buyer_id is not null and t.created_at < (select c.closed_before from ledger.closing c)
group by 1, 2;
