-- The key by which an event of a card company is found in the company's list of a period, which names less than the callback does: the sale, the day
-- and the amount. After a restore the list is asked for; an event that it told isn't booked again when its callback arrives (decision 98).
alter table gateway_events add column list_key text;
create index gateway_events_listed on gateway_events (gateway, list_key) where list_key is not null;
