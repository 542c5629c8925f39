-- Stills of public and group shows on air, for those who moderate (decision 113).
alter table files drop constraint files_purpose_check, add constraint files_purpose_check check (purpose in ('avatar', 'cover', 'document', 'feedPhoto', 'feedVideo',
  'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'branding', 'promo', 'productFile', 'productImage', 'gift', 'comment', 'media', 'photo',
  'message', 'video', 'videoTeaser', 'videoThumbnail', 'reel', 'showStill'));

create table show_stills (
  stream_id uuid not null references streams on delete cascade,
  taken_at timestamptz not null,
  -- Null when there was no picture to be had.
  file_id uuid references files,
  -- It looked like something that was taken down; the pair is in copy_matches.
  is_alike boolean not null default false,
  primary key (stream_id, taken_at),
  check (file_id is not null or not is_alike)
);
create unique index show_stills_file on show_stills (file_id) where file_id is not null;
create index show_stills_taken on show_stills (taken_at);
create index show_stills_alike on show_stills (stream_id) where is_alike;
grant delete, insert, select, update on show_stills to stagedoor_app;
