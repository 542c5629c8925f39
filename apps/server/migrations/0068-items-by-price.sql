-- What is sold, in the order of its price: the first page of a store's cheapest was sorted out of all of them.
create index items_by_price on items (kind, (coalesce(price_amount, 0)), published_at, id)
  where kind in ('gallery', 'photo', 'video', 'reel', 'product') and state = 'active' and parent_id is null;
