-- The audience of a public show is its item's, as of everything that performers publish.
alter table streams
  add column category_id uuid references categories (id) on delete set null,
  -- running: nobody but the performer knows of it; ending: it goes live with the node's next report, which clears it. An ended rehearsal keeps it.
  add column rehearsal text check (rehearsal in ('running', 'ending')),
  -- When it was last published as a rehearsal.
  add column rehearsed_at timestamptz,
  drop constraint streams_end_reason_check,
  add constraint streams_end_reason_check check (end_reason in
    ('performer', 'dropped', 'neverStarted', 'moderator', 'fan', 'outOfTokens', 'privateShow', 'rehearsalOver'));
create index streams_category on streams (category_id) where category_id is not null;

-- The show was stopped at once: for its performer alone, who shows or deletes it.
alter table stream_recordings add column is_withheld boolean not null default false;
