-- Entries of the audit log that were made on the server's command line (decision 99). Its connections name themselves by the setting; nobody who
-- calls the site can.

alter table audit_log add column via text constraint audit_log_via_check check (via in ('console'));
alter table audit_log alter column via set default nullif(current_setting('stagedoor.via', true), '');
