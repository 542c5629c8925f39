import type { RequestOf } from '@stagedoor/contract';
import type { passkeys, PasskeyAssertion } from '@stagedoor/contract/passkeys';
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import { ApiError } from './api.ts';
import { call } from './browser-call.ts';
import { getTranslator } from './translator.ts';

type Registration = RequestOf<(typeof passkeys)['POST /auth/passkeys']>['body']['response'];

/** The person closed the browser's dialog, or another ceremony replaced this one. */
const CANCELLED: readonly string[] = ['NotAllowedError', 'AbortError'];

/** Runs a ceremony of the browser. @returns null when it was cancelled @throws ApiError PASSKEY_KNOWN, PASSKEY_INVALID */
const run = async <Answer>(ceremony: () => Promise<Answer>): Promise<Answer | null> => {
  try {
    return await ceremony();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (CANCELLED.includes(name)) return null;
    const code = name === 'InvalidStateError' ? 'PASSKEY_KNOWN' : 'PASSKEY_INVALID';
    throw new ApiError(0, code, getTranslator().t(`errors.${code}`));
  }
};

/**
 * Asks the browser for a passkey's answer to a new challenge.
 * @param isAutofill the browser offers passkeys in the field for the username, without a dialog
 * @returns null when the person cancelled it
 * @throws ApiError
 */
export const askForPasskey = async (
  challenge: 'POST /auth/passkeys/challenge' | 'POST /auth/confirm/challenge',
  isAutofill = false,
): Promise<PasskeyAssertion | null> => {
  const options = (await call(challenge)) as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const answer = await run(() => startAuthentication({ optionsJSON: options, useBrowserAutofill: isAutofill }));
  return answer as PasskeyAssertion | null;
};

/** Makes a passkey on the device. @returns null when the person cancelled it @throws ApiError */
export const makePasskey = async (): Promise<Registration | null> => {
  const options = (await call('POST /auth/passkeys/options')) as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const answer = await run(() => startRegistration({ optionsJSON: options }));
  return answer as Registration | null;
};

/** Ends the ceremony under way, such as when its page closes. */
export const cancelCeremony = (): void => WebAuthnAbortService.cancelCeremony();
