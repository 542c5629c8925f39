-- Files that count in a fan's quota (setting fanStorageQuotaMb).
create index files_fan_storage on files (owner_id) include (bytes) where purpose in ('avatar', 'comment', 'message');
