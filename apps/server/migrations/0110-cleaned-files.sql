-- Files without metadata (decision 101). Those that were stored before are cleaned by a job.

-- When everything that isn't picture or sound was removed; null until then, and such an original doesn't leave the site.
alter table files add column cleaned_at timestamptz;
-- When cleaning was last tried in vain: it is tried again a day later.
alter table files add column cleaning_failed_at timestamptz;
-- The hash of the bytes as they came, where cleaning changed them: files that are blocked are known by both.
alter table files add column received_sha256 text;
-- Details that a document or an archive reveals besides its content, for whoever sells or sends it; null of other files.
alter table files add column inside jsonb;

-- Those that are sold are cleaned first.
create index files_uncleaned on files ((purpose <> 'productFile'), id) where cleaned_at is null and state = 'ready';
