import type { Playback, StreamToken } from '@stagedoor/contract/streams';
import { ApiError } from '../../app/api.ts';

// Tokens of an external media server. Unlike those of the site's own engine they are short, and renewed while HLS plays.

/** A token as a player uses it. */
export interface PlayToken {
  token: string;
  streamId: string;
  /** Goes with the token to the media server; null for the site's own engine. */
  subscriberId: string | null;
  /** When it expires, in milliseconds of performance.now(). */
  expiresAt: number;
}

/** @param aheadMs how far the site's clock is ahead of this one */
export const playTokenOf = ({ tokenId, streamId, subscriberId, expireDate }: StreamToken, aheadMs: number): PlayToken => ({
  token: tokenId,
  streamId,
  subscriberId,
  expiresAt: performance.now() + Date.parse(expireDate) - Date.now() - aheadMs,
});

/** A connection begins with a token that is valid for at least so long. Milliseconds. */
const CONNECT_MS = 2000;
/** HLS begins with a token that is valid for at least so long. Milliseconds. */
const ENOUGH_MS = 15_000;
/** A token is renewed when a third of its time is over, within these bounds: this device's clock may be wrong. Milliseconds. */
const SOONEST_MS = 3000;
const LATEST_MS = 20_000;
/** Tokens above this need no such care. Milliseconds. */
const LONG_MS = 3_600_000;
/** A player that can't change the address while it plays loads another when the token has less time left. Milliseconds. */
const RELOAD_MS = 30_000;

const leftOf = ({ expiresAt }: PlayToken): number => expiresAt - performance.now();

const pauseAfter = (token: PlayToken): number => {
  const part = leftOf(token) / 3;
  return leftOf(token) > LONG_MS ? part : Math.min(LATEST_MS, Math.max(SOONEST_MS, part));
};

/** The site refuses for good, unlike a lost answer, a busy site and an absent media server. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** The token for the next attempt, or why there is none. */
export type TakenToken = PlayToken | 'refused' | 'away';

export interface PlayTokens {
  current: () => PlayToken;
  /** A token for a connection that begins: one for each, as a server may take it once. */
  forConnection: () => Promise<TakenToken>;
  /** The token of the last connection wasn't used: the stream isn't on air. */
  putBack: () => void;
  /** A token for HLS that begins. */
  forHls: () => Promise<TakenToken>;
  /** Renews the token until the returned function is called. `onRefused`: the site doesn't renew it. */
  keepFresh: (onRefused: () => void) => () => void;
  /** The same where each token needs another load of the address: `onReload` tells when. */
  reloadInTime: (onReload: () => void, onRefused: () => void) => () => void;
}

/** Owns the token of one player. */
export const createPlayTokens = (first: PlayToken, ask: () => Promise<PlayToken>): PlayTokens => {
  let token = first;
  let isUsed = false;

  const renew = async (): Promise<TakenToken> => {
    try {
      return (token = await ask());
    } catch (error) {
      return isRefusal(error) ? 'refused' : 'away';
    }
  };
  const renewOften = (onRenewed: () => void, onRefused: () => void): (() => void) => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = (): void => {
      timer = setTimeout(() => void turn(), pauseAfter(token));
    };
    const turn = async (): Promise<void> => {
      const taken = await renew();
      if (isOver) return;
      if (taken === 'refused') return onRefused();
      if (taken !== 'away') onRenewed();
      if (!isOver) next();
    };
    next();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  };
  return {
    current: () => token,
    async forConnection() {
      const taken = isUsed || leftOf(token) < CONNECT_MS ? await renew() : token;
      isUsed = true;
      return taken;
    },
    putBack() {
      isUsed = false;
    },
    async forHls() {
      if (!isUsed && leftOf(token) > ENOUGH_MS) return token;
      return renew();
    },
    keepFresh: (onRefused) => renewOften(() => undefined, onRefused),
    reloadInTime(onReload, onRefused) {
      let playing = token;
      return renewOften(() => {
        if (leftOf(playing) > RELOAD_MS || token.expiresAt < playing.expiresAt + SOONEST_MS) return;
        playing = token;
        onReload();
      }, onRefused);
    },
  };
};

/** An address with the token, in place of one that it has. */
export const withToken = (address: string, token: string): string => {
  const url = new URL(address);
  url.searchParams.set('token', token);
  return url.href;
};

/**
 * The address of HLS. An external media server has the `.mp4` of a show only once it is over.
 * @param isAdaptive the playlist of several qualities, which such a server may have instead
 */
export const hlsAddress = ({ url, signalling }: Playback, isAdaptive: boolean): string =>
  signalling ? url.replace(/\.(?:mp4|m3u8)(?=$|\?)/, isAdaptive ? '_adaptive.m3u8' : '.m3u8') : url;
