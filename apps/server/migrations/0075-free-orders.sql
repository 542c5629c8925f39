-- Orders that a coupon makes free: nothing is paid for them, and their sales have no entries.

alter table orders drop constraint orders_tokens_amount_check;
alter table orders drop constraint orders_money_amount_check;
alter table orders add constraint orders_amounts_check check (
  (money_amount > 0 and (tokens_amount is null or tokens_amount > 0))
  or (money_amount = 0 and coalesce(tokens_amount, 1) = 0 and coupon_id is not null));

-- One product of an order may be free while another, or the postage, is not.
alter table order_lines drop constraint order_lines_tokens_amount_check;
alter table order_lines drop constraint order_lines_money_amount_check;
alter table order_lines add constraint order_lines_amounts_check check (
  (tokens_amount > 0 and money_amount > 0) or (tokens_amount = 0 and money_amount = 0 and discount_amount > 0));
