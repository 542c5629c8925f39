import type { PasskeyAssertion } from '@stagedoor/contract/passkeys';
import { useEffect, useRef } from 'react';

const USER_EVENTS = ['pointerdown', 'keydown', 'focusin'] as const;
/** A challenge works for five minutes. */
const RENEW_MS = 4 * 60_000;

/**
 * Offers passkeys in the browser's autofill of a field with `autocomplete="… webauthn"`. It begins at the first user event: a page without
 * interaction loads nothing for it.
 */
export const usePasskeyAutofill = (isOn: boolean, send: (passkey: PasskeyAssertion) => Promise<void>): void => {
  const newest = useRef(send);
  useEffect(() => {
    newest.current = send;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const signs = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cancel = () => {};
    let isOver = false;
    const offer = async () => {
      const { askForPasskey, cancelCeremony } = await import('../../app/passkey-ceremony.ts');
      if (isOver) return;
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || isOver) return;
      cancel = cancelCeremony;
      timer = setTimeout(begin, RENEW_MS);
      const passkey = await askForPasskey('POST /auth/passkeys/challenge', true);
      if (passkey && !isOver) await newest.current(passkey);
    };
    // It is an offer beside the form, and fails in silence.
    const begin = () => void offer().catch(() => undefined);
    const onSign = () => {
      signs.abort();
      begin();
    };
    for (const sign of USER_EVENTS) window.addEventListener(sign, onSign, { passive: true, capture: true, signal: signs.signal });
    return () => {
      isOver = true;
      signs.abort();
      clearTimeout(timer);
      cancel();
    };
  }, [isOn]);
};
