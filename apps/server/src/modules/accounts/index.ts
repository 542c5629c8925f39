export { registerAccountJobs, enqueueMail } from './accounts.jobs.ts';
export { NO_AVATAR, avatarUrl, getCurrentUser } from './accounts.queries.ts';
export { ageOn, isAdult, isReservedUsername } from './accounts.rules.ts';
export { findAccountByEmail, insertAccount, isUsernameTaken } from './accounts.store.ts';
export { bindAuth } from './auth.routes.ts';
export { logIn } from './log-in.ts';
export { registerFan } from './register-fan.ts';
export { setAvatar } from './set-avatar.ts';
export { bindUsers } from './users.routes.ts';
