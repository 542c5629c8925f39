-- Orders that pay what a buyer owes the site after a chargeback (docs/domains/money.md).

alter table orders drop constraint orders_kind_check;
alter table orders add constraint orders_kind_check check (kind in ('topUp', 'debt', 'subscription', 'renewal', 'feed', 'gallery', 'photo', 'video',
  'product', 'message', 'tip', 'gift', 'emoji'));
