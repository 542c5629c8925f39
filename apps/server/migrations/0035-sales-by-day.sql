-- Sales of thirty days for the administration's start page: by day and kind, in hundredths of the site's currency.
alter table site_figures add column sales jsonb not null default '[]';
-- Of all performers on some days.
create index earning_days_day on ledger.earning_days (day);
