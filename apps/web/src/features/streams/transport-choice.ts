import type { Playback } from '@stagedoor/contract/streams';
import { canPlayWebRtc } from './webrtc.ts';

/** `whep` and `signalling` are WebRTC: from the site's own engine, and from an external media server. */
export type Transport = 'whep' | 'signalling' | 'hls' | 'native' | 'mp4';

export const isWebRtc = (transport: Transport): transport is 'whep' | 'signalling' => transport === 'whep' || transport === 'signalling';

const BACK_OFF_MS = [500, 1000, 2000, 4000, 8000] as const;

const bestOf = ({ format, whep, signalling }: Playback): Transport => {
  // An external media server has the file of a show only once it is over.
  if (signalling) return canPlayWebRtc() ? 'signalling' : 'hls';
  if (format === 'mp4') return 'mp4';
  return whep && canPlayWebRtc() ? 'whep' : 'hls';
};

/** The transport of the next attempt, and the pause before it. Owns the count of failures. */
export const createTransportChoice = (playback: Playback) => {
  const best = bestOf(playback);
  let transport = best;
  let attempts = 0;
  let webRtcFailures = 0;
  let isWaiting = false;
  let isAdaptive = false;
  let hasPlayedHls = false;
  const backOff = (): number => {
    const next = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length - 1)]!;
    attempts += 1;
    return next;
  };

  return {
    current: (): Transport => transport,
    /** The browser plays HLS by itself alone. */
    fallBackToNative(): void {
      transport = 'native';
    },
    /** HLS is tried at the address of an external media server's adaptive playlist. */
    isAdaptive: (): boolean => isAdaptive,
    couldNotConnect(): void {
      webRtcFailures += 1;
    },
    /**
     * After a failure: WebRTC is retried once if it had played, then HLS; HLS with increasing backoff.
     *
     * @returns milliseconds until the next attempt
     */
    failed(hasPlayed: boolean): number {
      isWaiting = false;
      if (isWebRtc(transport)) {
        webRtcFailures += 1;
        if (webRtcFailures > 1 || !hasPlayed) transport = 'hls';
        return 0;
      }
      // A server that makes several qualities may have only one of the two playlists.
      if (playback.signalling && !hasPlayedHls) isAdaptive = !isAdaptive;
      return backOff();
    },
    /** The media server doesn't have the stream yet, or the site has no token for now: the same transport again. @returns as `failed` */
    mustWait(): number {
      isWaiting = true;
      return backOff();
    },
    /** The picture moves: the backoff begins again. */
    moved(): void {
      hasPlayedHls ||= !isWebRtc(transport);
      attempts = 0;
      isWaiting = false;
    },
    /** The viewer asked: the backoff begins again. */
    resetBackoff(): void {
      attempts = 0;
      isWaiting = false;
    },
    /** The performer is back: WebRTC has its tries again. @returns whether another attempt must begin at once */
    returnToBest(): boolean {
      const wasWaiting = isWaiting;
      isWaiting = false;
      webRtcFailures = 0;
      attempts = 0;
      if (!isWebRtc(best) || transport === best) return wasWaiting;
      transport = best;
      return true;
    },
  };
};

export type TransportChoice = ReturnType<typeof createTransportChoice>;
