import type { EncoderAccess } from '@stagedoor/contract/stream-keys';
import { useState } from 'react';

/** How OBS connects. */
export type EncoderProtocol = 'rtmp' | 'whip';

const KEY = 'studio.protocol';

const kept = (): EncoderProtocol => {
  try {
    return localStorage.getItem(KEY) === 'whip' ? 'whip' : 'rtmp';
  } catch {
    return 'rtmp';
  }
};

/** Returns the protocol that was chosen last on this device, or the other one where no server takes that. */
export const useProtocol = (access: EncoderAccess | null) => {
  const [chosen, setChosen] = useState(kept);
  const other = chosen === 'rtmp' ? 'whip' : 'rtmp';
  return {
    protocol: access && access[chosen] === null && access[other] !== null ? other : chosen,
    choose: (next: EncoderProtocol) => {
      setChosen(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Without storage the choice is made again next time.
      }
    },
  };
};
