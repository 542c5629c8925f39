-- Appeals and complaints are decided within seven business days, and their admins are alerted as those of reports are.
alter table restrictions
  add column appeal_due_at timestamptz,
  -- Alerts that were sent: at half of the time, at its end.
  add column appeal_alerts smallint not null default 0;
alter table complaints
  add column due_at timestamptz,
  add column alerts smallint not null default 0;

-- Seven business days are at least nine days.
update restrictions set appeal_due_at = appealed_at + interval '9 days', appeal_alerts = case appeal_state when 'open' then 0 else 2 end
where appeal_state is not null;
update complaints set due_at = created_at + interval '9 days', alerts = case state when 'open' then 0 else 2 end;
alter table restrictions add constraint restrictions_appeal_due_check check ((appealed_at is null) = (appeal_due_at is null));
alter table complaints alter column due_at set not null, alter column due_at set default now() + interval '9 days';
create index restrictions_appeal_due on restrictions (appeal_due_at) where appeal_state = 'open';
create index complaints_due on complaints (due_at) where state = 'open';
