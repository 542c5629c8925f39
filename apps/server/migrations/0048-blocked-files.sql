-- Hashes of the files of items that were taken down: the same bytes are not accepted again. Ended when the item is shown again.
create table blocked_files (
  sha256 text not null,
  item_id uuid not null references items (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (sha256, item_id)
);
create index blocked_files_item on blocked_files (item_id);

-- What is taken down already.
insert into blocked_files (sha256, item_id)
select distinct f.sha256, i.id from items i join items x on x.id = i.id or x.parent_id = i.id join item_files r on r.item_id = x.id join files f on f.id = r.file_id
where i.state = 'taken-down' and i.parent_id is null;
