import { useEffect, useState } from 'react';
import { useBoot } from './boot.tsx';

/** Passkeys belong to a host's name; browsers have none for an IP address. */
const IP_ADDRESS = /^(?:\[|[\d.]+$)/;

/** Tells whether passkeys work in this browser at this address. The server supposes that the browser can use them. */
export const useCanUsePasskeys = (): boolean => {
  const { origin } = useBoot();
  const [isSupported, setIsSupported] = useState(true);
  useEffect(() => setIsSupported(typeof globalThis.PublicKeyCredential === 'function'), []);
  return isSupported && !IP_ADDRESS.test(new URL(origin).hostname);
};
