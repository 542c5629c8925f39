import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import { useState } from 'react';
import { ApiError } from './api.ts';

type Challenge = 'POST /auth/passkeys/challenge' | 'POST /auth/confirm/challenge';

interface PasskeyWay {
  /** Asks the browser and sends the answer; does nothing when the person cancels. */
  ask: () => Promise<void>;
  busy: boolean;
  error: ApiError | null;
}

/** A button's ceremony: the browser's dialog, then `send`. Its code is loaded with the first use. */
export const usePasskey = (challenge: Challenge, send: (passkey: PasskeyAssertion) => Promise<void>): PasskeyWay => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const ask = async () => {
    setBusy(true);
    setError(null);
    try {
      const { askForPasskey } = await import('./passkey-ceremony.ts');
      const passkey = await askForPasskey(challenge);
      if (passkey) await send(passkey);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.code !== 'ABORTED') setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { ask, busy, error };
};
