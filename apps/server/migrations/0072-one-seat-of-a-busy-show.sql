-- What a fan paid and may play in a show is looked up at each of its minutes and when they leave: by the show alone, everybody else's was read too.

create index transactions_show on ledger.transactions (item_id, buyer_id) where item_kind = 'stream';
create index stream_rights_of_seat on stream_rights (stream_id, account_id) where revoked_at is null;
