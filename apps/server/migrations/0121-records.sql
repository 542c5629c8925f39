-- Measures are deleted when they have been kept long enough (`restrictionYears`). The reports and notices that led to them stay, for the figures.
alter table reports drop constraint reports_restriction_id_fkey,
  add constraint reports_restriction_id_fkey foreign key (restriction_id) references restrictions (id) on delete set null;
alter table takedown_notices drop constraint takedown_notices_restriction_id_fkey,
  add constraint takedown_notices_restriction_id_fkey foreign key (restriction_id) references restrictions (id) on delete set null;
create index takedown_notices_of_restriction on takedown_notices (restriction_id) where restriction_id is not null;
