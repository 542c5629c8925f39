import type { Playback } from '@stagedoor/contract/streams';
import { canPlayWhep } from './whep.ts';

export type Transport = 'whep' | 'hls' | 'native' | 'mp4';

const BACK_OFF_MS = [500, 1000, 2000, 4000, 8000] as const;

const bestOf = ({ format, whep }: Playback): Transport => (format === 'mp4' ? 'mp4' : whep && canPlayWhep() ? 'whep' : 'hls');

/** The transport of the next attempt, and the pause before it. Owns the count of failures. */
export const createTransportChoice = (playback: Playback) => {
  const best = bestOf(playback);
  let transport = best;
  let attempts = 0;
  let whepFailures = 0;

  return {
    current: (): Transport => transport,
    /** The browser plays HLS by itself alone. */
    fallBackToNative(): void {
      transport = 'native';
    },
    couldNotConnect(): void {
      whepFailures += 1;
    },
    /**
     * After a failure: WHEP is retried once if it had played, then HLS; HLS with increasing backoff.
     *
     * @returns milliseconds until the next attempt
     */
    failed(hasPlayed: boolean): number {
      if (transport === 'whep') {
        whepFailures += 1;
        if (whepFailures > 1 || !hasPlayed) transport = 'hls';
        return 0;
      }
      const next = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length - 1)]!;
      attempts += 1;
      return next;
    },
    /** The backoff begins again: the picture moves, or the viewer asked. */
    resetBackoff(): void {
      attempts = 0;
    },
    /** The performer is back: WHEP has its tries again. @returns whether the transport changed */
    returnToBest(): boolean {
      whepFailures = 0;
      attempts = 0;
      if (best !== 'whep' || transport === 'whep') return false;
      transport = best;
      return true;
    },
  };
};

export type TransportChoice = ReturnType<typeof createTransportChoice>;
