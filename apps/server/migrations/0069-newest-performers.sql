-- The newest performers, in the order that their list asks for: by an index in another one, all of them were sorted for each page.
drop index performers_newest;
create index performers_newest on performers (decided_at desc nulls last, account_id desc) where state = 'approved';
