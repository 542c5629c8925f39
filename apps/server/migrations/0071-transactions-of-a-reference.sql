-- What a fan paid and was given back in a show is looked up at each of its minutes: by the show alone, the minutes of everybody else were read too.

drop index ledger.transactions_reference;
create index transactions_reference on ledger.transactions (reference_id, buyer_id);
