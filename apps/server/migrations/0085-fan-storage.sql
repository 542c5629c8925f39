-- What fans upload counts in a quota (setting fanStorageQuotaMb).
create index files_fan_storage on files (owner_id) include (bytes) where purpose in ('avatar', 'comment', 'message');
