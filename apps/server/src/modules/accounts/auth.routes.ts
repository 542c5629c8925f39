import { auth } from '@stagedoor/contract/auth';
import { CodedError } from '../../platform/errors.ts';
import type { CountryOf } from '../../platform/http/country.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { usernameObstacle } from './accounts.store.ts';
import { logIn, logInByPasskey } from './log-in.ts';
import { changePassword, forgotPassword, resetPassword } from './passwords.ts';
import { registerFan } from './register-fan.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

const DONE = { success: true } as const;

export const bindAuth = (bind: Bind, platform: Platform, countryOf: CountryOf): void =>
  bind(auth, {
    'POST /auth/login': async (call, { body }) => {
      const given = { ...body, ...body.credentials };
      const name = given.username || given.email;
      const { passkey } = body;
      const country = countryOf(call.ip);
      if (passkey && !name) {
        const by = await logInByPasskey(platform, { passkey, remember: body.remember, deviceCookie: call.deviceCookie, country }, call);
        call.setSessionCookie(by.token, by.maxAgeSeconds);
        call.setDeviceCookie(by.deviceCookie);
        return { token: by.token };
      }
      if (!name || !given.password) throw new CodedError('INCORRECT_CREDENTIALS');
      const { deviceCookie } = call;
      const entered = await logIn(
        platform,
        { name, password: given.password, remember: body.remember, code: body.code, passkey, deviceCookie, country },
        call,
      );
      call.setSessionCookie(entered.token, entered.maxAgeSeconds);
      call.setDeviceCookie(entered.deviceCookie);
      return { token: entered.token };
    },
    'POST /auth/logout': async (call) => {
      await platform.sessions.revoke(platform.database, call.viewer.sessionId);
      call.clearSessionCookie();
      return DONE;
    },
    'POST /auth/register': async (call, { body }) => {
      await registerFan(platform, {
        username: body.username,
        email: body.email,
        password: body.password,
        name: body.name ?? ([body.firstName, body.lastName].filter(Boolean).join(' ') || body.username),
        dateOfBirth: body.dateOfBirth ?? null,
        declaredAdult: body.adult === true,
        acceptsTerms: body.terms === true,
        locale: call.locale,
        verifiedVisitor: call.verifiedVisitor,
      });
      return { message: translate(call.locale, 'accounts.registered') };
    },
    'GET /auth/username': async (_call, { query }) => {
      const obstacle = await usernameObstacle(platform.database, query.username, platform.clock.now());
      return { isAvailable: obstacle === null, obstacle };
    },
    'POST /auth/forgot': async (call, { body }) => {
      await forgotPassword(platform, body.email);
      return { message: translate(call.locale, 'accounts.resetSent') };
    },
    'POST /auth/reset': async (call, { body }) => {
      call.setDeviceCookie(await resetPassword(platform, body.token, body.password, call));
      return { message: translate(call.locale, 'accounts.passwordChanged') };
    },
    'PUT /auth/me/password': async (call, { body }) => {
      await changePassword(platform, call.viewer, { password: body.password, currentPassword: body.currentPassword });
      return { message: translate(call.locale, 'accounts.passwordChanged') };
    },
    'POST /verification/resend': async (call, { body }) => {
      await resendVerification(platform, body.email);
      return { message: translate(call.locale, 'accounts.verificationSent') };
    },
    'POST /verification/confirm': async (call, { body }) => {
      await verifyEmail(platform, body.token);
      return { message: translate(call.locale, 'accounts.emailVerified') };
    },
  });
