-- The distinct words that searches may find, by which a misspelt one is recognized and what is being typed is completed. Words of texts that
-- are locked are not among them. Kept by the module words: added by events, counted anew every night.
create table known_words (
  -- As searches compare it: lower case, without accents.
  word text collate "C" primary key,
  -- As it is shown.
  spelling text not null,
  -- How many performers and items have it.
  performer_count integer not null default 0,
  item_count integer not null default 0,
  -- Whose it is, if one performer alone has it.
  performer_id uuid references performers (account_id) on delete cascade,
  -- The word, and the word without each one of its letters: two words with one of these in common differ by one slip.
  variants text[] not null
);
create index known_words_variants on known_words using gin (variants);
create index known_words_parts on known_words using gin (word gin_trgm_ops);
create index known_words_performer on known_words (performer_id);

-- The words of before are counted by a job, within minutes of the upgrade (module words).
