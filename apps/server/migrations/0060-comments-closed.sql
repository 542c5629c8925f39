-- Since when only the performer may comment on an item; null while everybody with access may.
alter table items add column comments_closed_at timestamptz;
