-- The addresses of a show, as the settings said when it began: a change of them is for the next show.
-- Null for shows that began before: they follow the settings.
alter table streams add column addresses jsonb;
