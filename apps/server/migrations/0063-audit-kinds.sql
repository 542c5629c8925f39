-- What an action is about (AUDIT_ACTIONS of the contract): a filter of the log. Derived here, so that servers of the version before write it too.
alter table audit_log add column kind text not null generated always as (
  case split_part(action, '.', 1)
    when 'orders' then 'money'
    when 'complaints' then 'money'
    when 'payouts' then 'money'
    when 'subscriptions' then 'money'
    when 'coupons' then 'money'
    when 'packages' then 'money'
    when 'invariants' then 'money'
    when 'accounts' then 'people'
    when 'applications' then 'people'
    when 'documents' then 'people'
    when 'participants' then 'people'
    when 'performers' then 'people'
    when 'content' then 'content'
    when 'streams' then 'content'
    when 'comments' then 'content'
    when 'messages' then 'content'
    when 'files' then 'content'
    when 'reports' then 'reports'
    when 'takedowns' then 'reports'
    when 'settings' then 'settings'
    when 'clock' then 'settings'
    when 'audit' then 'settings'
    else 'site'
  end) stored check (kind in ('money', 'people', 'content', 'reports', 'site', 'settings'));
create index audit_log_kind on audit_log (kind, id desc);
-- What was done to one object, whatever it is.
create index audit_log_object_id on audit_log (object_id, id desc) where object_id is not null;
-- References, codes and names that an entry is found by.
create index audit_log_named on audit_log (lower(coalesce(detail ->> 'name', detail ->> 'key', detail ->> 'code')) text_pattern_ops);
