-- The people who can be seen or heard in an item, as its performer says when publishing it (decision 112); null where it was never asked.
alter table item_contents add column people_shown text check (people_shown in ('self', 'others', 'nobody'));
