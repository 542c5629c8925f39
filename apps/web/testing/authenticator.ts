import { onTestFinished, vi } from 'vitest';

/** base64url of WebAuthn's JSON. */
export const CHALLENGE = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', allowCredentials: [] };
export const CREATION = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { name: 'Stagedoor', id: 'localhost' },
  user: { id: 'dXNlcg', name: 'wren', displayName: 'wren' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
};

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

const credential = (response: object) => ({
  id: 'a2V5',
  rawId: bytes('key'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response,
});

/** The assertion of `get` as it is sent. */
export const ASSERTION = {
  id: 'a2V5',
  rawId: 'a2V5',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
  response: { authenticatorData: 'ZGF0YQ', clientDataJSON: 'e30', signature: 'c2lnbmVk', userHandle: 'dXNlcg' },
};

type Answer = 'signs' | 'cancelled' | 'known' | 'waits';

/** Stands for the browser's authenticator until the test ends: `get` and `create` of `navigator.credentials`. */
export const useAuthenticator = (initial: Answer = 'signs') => {
  let answer = initial;
  const asked: { kind: 'get' | 'create'; isAutofill: boolean }[] = [];
  const respond = async (made: object, signal: AbortSignal | undefined): Promise<Credential> => {
    if (answer === 'cancelled') throw new DOMException('cancelled', 'NotAllowedError');
    if (answer === 'known') throw new DOMException('known', 'InvalidStateError');
    if (answer === 'waits')
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    return made as Credential;
  };
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation((options) => {
    const isAutofill = options?.mediation === 'conditional';
    asked.push({ kind: 'get', isAutofill });
    const made = credential({
      authenticatorData: bytes('data'),
      clientDataJSON: bytes('{}'),
      signature: bytes('signed'),
      userHandle: bytes('user'),
    });
    // Nobody picks anything in the autofill, unless the test says so.
    return isAutofill && answer !== 'waits' && !picks ? new Promise(() => undefined) : respond(made, options?.signal ?? undefined);
  });
  const create = vi.spyOn(navigator.credentials, 'create').mockImplementation((options) => {
    asked.push({ kind: 'create', isAutofill: false });
    const made = credential({
      attestationObject: bytes('attested'),
      clientDataJSON: bytes('{}'),
      getTransports: () => ['internal'],
      getPublicKeyAlgorithm: () => -7,
      getPublicKey: () => null,
      getAuthenticatorData: () => bytes('data'),
    });
    return respond(made, options?.signal ?? undefined);
  });
  let picks = false;
  onTestFinished(() => {
    get.mockRestore();
    create.mockRestore();
  });
  return {
    asked,
    setAnswer: (next: Answer) => {
      answer = next;
    },
    /** The person picks a passkey in the browser's autofill from now on. */
    pickInAutofill: () => {
      picks = true;
    },
  };
};

/** A browser without WebAuthn, until the test ends: its object is undefined, or doesn't exist at all. */
export const removeWebAuthn = (isMissing = true): void => {
  const before = Object.getOwnPropertyDescriptor(window, 'PublicKeyCredential')!;
  onTestFinished(() => void Object.defineProperty(window, 'PublicKeyCredential', before));
  if (isMissing) Reflect.deleteProperty(window, 'PublicKeyCredential');
  else Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: undefined });
};
