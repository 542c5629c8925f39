-- A post's teaser may be cut out of its film, where its performer chose that and gave none of their own.
alter table feeds add column teaser_cut boolean not null default false;
alter table feeds add constraint feeds_one_teaser check (not (teaser_cut and teaser_file_id is not null));

-- A welcome video may come by a resumable upload, and counts with the performer's other content.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check
  check (purpose in ('feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'media', 'welcomeVideo'));
drop index files_storage;
create index files_storage on files (owner_id) include (bytes)
  where purpose in (
    'media', 'feedPhoto', 'feedVideo', 'feedThumbnail', 'feedTeaser', 'welcomeVideo', 'recording', 'productFile', 'productImage');
