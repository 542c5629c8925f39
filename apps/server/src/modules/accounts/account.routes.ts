import { account } from '@stagedoor/contract/account';
import type { CountryOf } from '../../platform/http/country.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { confirmSession, getConfirmations } from './confirm-session.ts';
import { requestEmailChange, changeEmail, undoEmailChange } from './change-email.ts';
import { requestDeletion, getDeletion, cancelDeletion } from './deletion.ts';
import { listExports, startExport } from './exports.ts';
import { sayNotMe } from './not-me.ts';
import { listSessions, revokeOtherSessions, revokeOwnSession } from './sessions.queries.ts';
import { confirmTwoFactor, getTwoFactor, renewRecoveryCodes, setUpTwoFactor, turnOffTwoFactor } from './two-factor.ts';

const DONE = { success: true } as const;

export const bindAccount = (bind: Bind, platform: Platform, countryOf: CountryOf): void =>
  bind(account, {
    'GET /auth/sessions': (call, { query }) => listSessions(platform, call.viewer, countryOf, query),
    'DELETE /auth/sessions/{id}': async (call, { params }) => {
      await revokeOwnSession(platform, call.viewer, params.id);
      if (params.id === call.viewer.sessionId) call.clearSessionCookie();
      return DONE;
    },
    'POST /auth/sessions/revoke-others': async (call) => ({ revoked: await revokeOtherSessions(platform, call.viewer) }),
    'GET /auth/confirm': (call) => getConfirmations(platform, call.viewer),
    'POST /auth/confirm': (call, { body }) => confirmSession(platform, call.viewer, body),
    'GET /auth/two-factor': (call) => getTwoFactor(platform, call.viewer),
    'POST /auth/two-factor': (call, { body }) => setUpTwoFactor(platform, call.viewer, body.currentPassword),
    'POST /auth/two-factor/confirm': async (call, { body }) => {
      const recoveryCodes = await confirmTwoFactor(platform, call.viewer, body.code);
      platform.sessions.forget(call.viewer.accountId);
      return { recoveryCodes };
    },
    'POST /auth/two-factor/recovery-codes': async (call, { body }) => ({
      recoveryCodes: await renewRecoveryCodes(platform, call.viewer, body.code),
    }),
    'POST /auth/two-factor/turn-off': async (call, { body }) => {
      await turnOffTwoFactor(platform, call.viewer, body);
      platform.sessions.forget(call.viewer.accountId);
      return { message: translate(call.locale, 'accounts.twoFactorOff') };
    },
    'POST /auth/me/email': async (call, { body }) => {
      await requestEmailChange(platform, call.viewer, { email: body.email, currentPassword: body.currentPassword });
      return { message: translate(call.locale, 'accounts.emailChangeSent') };
    },
    'POST /verification/email-change': async (call, { body }) => {
      await changeEmail(platform, body.token);
      return { message: translate(call.locale, 'accounts.emailChanged') };
    },
    'POST /verification/email-change/undo': async (call, { body }) => {
      await undoEmailChange(platform, body.token);
      return { message: translate(call.locale, 'accounts.emailChangeUndone') };
    },
    'POST /verification/not-me': (_call, { body }) => sayNotMe(platform, body.token),
    'GET /users/me/exports': (call, { query }) => listExports(platform, call.viewer.accountId, query),
    'POST /users/me/exports': (call) => startExport(platform, call.viewer.accountId),
    'GET /users/me/deletion': (call) => getDeletion(platform, call.viewer.accountId, call.locale),
    'POST /users/me/deletion': async (call, { body }) => {
      await requestDeletion(platform, call.viewer, body.currentPassword);
      return getDeletion(platform, call.viewer.accountId, call.locale);
    },
    'DELETE /users/me/deletion': async (call) => {
      await cancelDeletion(platform, call.viewer.accountId);
      return getDeletion(platform, call.viewer.accountId, call.locale);
    },
  });
