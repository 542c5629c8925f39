-- Who bought of whom: the fans a performer finds, each asked by itself where there are many (searchFans).
create index orders_buyers on orders (seller_id, buyer_id) where paid_at is not null;
