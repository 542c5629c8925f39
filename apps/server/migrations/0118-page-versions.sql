-- Terms and policies keep their versions, and accounts agree to terms by version (decision 111).

alter table pages
  add column kind text not null default 'page' check (kind in ('page', 'policy', 'terms', 'performerTerms')),
  add column version int not null default 1 check (version > 0),
  -- Accounts that haven't agreed to at least this version are asked; null asks nobody.
  add column asked_version int check (asked_version between 1 and version);

-- The wording that was shown, kept also when its page is deleted.
create table page_versions (
  page_id uuid not null,
  version int not null check (version > 0),
  slug text not null,
  title jsonb not null,
  content jsonb not null,
  -- In words by language, for those who are asked again; may be empty.
  change jsonb not null default '{}',
  asks_again boolean not null,
  changed_by uuid references accounts (id),
  created_at timestamptz not null,
  primary key (page_id, version)
);

update pages set kind = 'terms' where slug = 'terms';
update pages set kind = 'policy' where slug in ('privacy', 'cookie-policy');
insert into page_versions (page_id, version, slug, title, content, asks_again, changed_by, created_at)
select id, 1, slug, title, content, false, updated_by, updated_at from pages;

alter table consents
  add column page_id uuid,
  add column page_version int,
  add constraint consents_page check ((page_id is null) = (page_version is null) and (page_id is null or purpose = 'terms'));
create index consents_of_page on consents (page_id, account_id, page_version) where page_id is not null;
