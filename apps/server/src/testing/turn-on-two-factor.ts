import { Secret, TOTP } from 'otpauth';
import type { Client } from './client.ts';
import { PASSWORD } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Turns two-step verification on. @returns the app's codes from then on, and the recovery codes */
export const turnOnTwoFactor = async (
  app: TestApp,
  client: Client,
): Promise<{ code: () => string; recoveryCodes: string[]; secret: string }> => {
  const { secret } = await client.call('POST /auth/two-factor', { body: { currentPassword: PASSWORD } });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (): string => totp.generate({ timestamp: app.clock.now().getTime() });
  const { recoveryCodes } = await client.call('POST /auth/two-factor/confirm', { body: { code: code() } });
  app.clock.advance(30_000);
  return { code, recoveryCodes, secret };
};
