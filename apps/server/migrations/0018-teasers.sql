-- A post's teaser may be cut out of its film, where its performer chose that and gave none of their own.
alter table feeds add column teaser_cut boolean not null default false;
alter table feeds add constraint feeds_one_teaser check (not (teaser_cut and teaser_file_id is not null));
