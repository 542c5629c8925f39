-- The media library: a performer's files, by name, to be used in any composer.

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in (
  'avatar', 'cover', 'document', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'branding', 'promo',
  'productFile', 'productImage', 'gift', 'comment', 'media'));
alter table files add column name text not null default '';
-- What is to be seen, for those who can't see it.
alter table files add column alt_text text not null default '';
-- Taken out of the library; shown still where somebody bought it.
alter table files add column removed_at timestamptz;
create index files_library on files (owner_id, created_at desc, id desc)
  where removed_at is null and attached_at is not null and purpose in ('media', 'feedPhoto', 'feedVideo', 'feedTeaser');
