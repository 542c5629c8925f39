-- Other sites of a performer, in the order in which the profile shows them.
alter table performers add column links text[] not null default '{}';
