export { createLocalAdmin, hasAdmin } from './first-admin.ts';
export { type NamedAccount, findNamedAccount, recordDataExport, removeAdminFactors, resetAdminPassword } from './console-acts.ts';
export { archiveOf } from './exports.ts';
export { enqueueMail } from './account-mails.ts';
export { countRepeatedErasures, eraseAccount, eraseDueAccounts } from './erase-account.ts';
export { readFactors, removeTwoFactor, sealedFor as twoFactorContext } from './two-factor.store.ts';
export { NO_AVATAR, avatarUrl, getCurrentUser } from './accounts.queries.ts';
export { ACCOUNT_LETTERS, hasName, nameQueryOf, writeAccountSearch } from './account-search.store.ts';
export { ageOn, isAdult, isReservedUsername } from './accounts.rules.ts';
export { insertAccount, isUsernameTaken } from './accounts.store.ts';
export { findKnownBrowser } from './devices.store.ts';
export { hashNewPassword } from './new-password.ts';
export { logIn } from './log-in.ts';
export { confirmOwner } from './confirm-owner.ts';
export { registerFan } from './register-fan.ts';
export { registerTakenAddress } from './register-taken-address.ts';
export { giveAvatar, setAvatar, takeAvatar } from './set-avatar.ts';
export { type FreezeColumns, assertPayoutsOpen, freezeView } from './payout-freezes.ts';
export { actAsAccount, confirmAddress, endSessions, releasePayouts, resetTwoFactor, stopActing } from './assist-account.ts';
export { changeAdminRole, createAdmin } from './manage-admins.ts';
export { tellOtherOwners } from './owner-proposals.ts';
export {
  countOwners,
  endSuspension,
  freezeForDebt,
  restoreAccount,
  suspendAccount,
  suspendForStrikes,
  unfreeze,
} from './suspend-account.ts';
