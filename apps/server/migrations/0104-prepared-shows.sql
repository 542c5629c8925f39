-- Until when a new show waits for its first picture: a show that is published from an encoder waits longer. Null is as long as an interrupted one waits.
alter table streams add column start_by timestamptz;
