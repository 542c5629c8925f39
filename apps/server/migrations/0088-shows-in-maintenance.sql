-- Maintenance ends running shows.
alter table streams
  drop constraint streams_end_reason_check,
  add constraint streams_end_reason_check check (end_reason in
    ('performer', 'dropped', 'neverStarted', 'moderator', 'fan', 'outOfTokens', 'privateShow', 'rehearsalOver', 'maintenance'));
