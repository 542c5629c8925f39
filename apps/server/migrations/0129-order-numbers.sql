-- Orders are found by their short numbers, which are the ends of their ids (`numbers.values.ts`).
create index orders_number on orders (right(id::text, 10));
