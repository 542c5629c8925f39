-- The link "This wasn't me" of mails about an account's safety.
alter table account_tokens drop constraint account_tokens_purpose_check;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('verifyEmail', 'resetPassword', 'changeEmail', 'undoEmailChange', 'invitation', 'notMe'));
alter table account_tokens
  -- The event that the mail is about, and when it happened: later changes are undone.
  add column cause text,
  add column since timestamptz,
  add constraint account_tokens_not_me check ((purpose = 'notMe') = (cause is not null) and (purpose = 'notMe') = (since is not null));

-- Payouts of a performer who said “This wasn't me” wait for an admin; the cause is the event.
alter table accounts
  add column payouts_frozen_at timestamptz,
  add column payouts_frozen_cause text,
  add constraint accounts_payouts_frozen check ((payouts_frozen_at is null) = (payouts_frozen_cause is null));
