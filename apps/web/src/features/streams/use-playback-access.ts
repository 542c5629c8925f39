import type { IceServerView, Playback, StreamSession, StreamToken } from '@stagedoor/contract/streams';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageOr } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useBoot } from '../../app/boot.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { type PlayTokens, createPlayTokens, playTokenOf } from './play-tokens.ts';

export interface PlaybackSource {
  playback: Playback;
  token: string;
  /** Tokens of an external media server; null for the site's own engine. */
  tokens: PlayTokens | null;
  iceServers: readonly IceServerView[];
}

export interface PlaybackAccess {
  source: PlaybackSource | null;
  /** Why access was refused; null while it is being requested. */
  problem: string | null;
  /** The fan's seat plays on a newer device: nothing plays here until access is requested again. */
  isReplaced: boolean;
  /** Stops playing: a newer device took the seat. */
  giveUp: () => void;
  /** Requests access again: after a refusal, or for a new token. */
  ask: () => void;
}

const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000] as const;
/** A token that is refused within this time wasn't good from the beginning: access is requested more slowly. Milliseconds. */
const YOUNG_MS = 10_000;

/** The tokens of a show on an external media server, which its signalling tells. */
const tokensOf = ({ playback }: StreamSession, token: StreamToken, aheadMs: number): PlayTokens | null => {
  if (!playback?.signalling) return null;
  const { streamId, subscriberId } = token;
  const body = { id: streamId, type: 'play' as const, ...(subscriberId ? { subscriberId } : {}) };
  return createPlayTokens(playTokenOf(token, aheadMs), async () => playTokenOf(await call('POST /streaming/token', { body }), aheadMs));
};

/** Access to a live show: its playback addresses and a token. Requested again with increasing backoff when the token is refused. */
export const usePlaybackAccess = (streamId: string | null): PlaybackAccess => {
  const t = useText();
  const [source, setSource] = useState<PlaybackSource | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const [isReplaced, setReplaced] = useState(false);
  const attempts = useRef(0);
  const notified = useRef(false);
  /** When access was granted, and how often in a row it was asked for again soon after. */
  const granted = useRef({ at: -Infinity, soon: 0 });
  const { clockAheadMs } = useBoot();
  const aheadMs = useRef(clockAheadMs);
  useEffect(() => {
    aheadMs.current = clockAheadMs;
  }, [clockAheadMs]);
  useEffect(() => {
    if (!streamId) {
      setSource(null);
      setProblem(null);
      attempts.current = 0;
      return undefined;
    }
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** The specification's toast; shown once, despite retries. */
    const tell = (sentence: string) => {
      if (!notified.current) toast(sentence, { tone: 'bad', stays: 5000 });
      notified.current = true;
    };
    const refused = (sentence: string) => {
      setSource(null);
      setProblem(sentence);
      tell(sentence);
    };
    const again = () => {
      timer = setTimeout(() => void join(), BACK_OFF_MS[Math.min(attempts.current, BACK_OFF_MS.length - 1)]);
      attempts.current += 1;
    };
    const join = async () => {
      try {
        const { session, token, iceServers } = await call('POST /streaming/join/{id}', {
          params: { id: streamId },
          signal: stopped.signal,
        });
        if (!session.playback) return again();
        if (!token?.tokenId) return refused(t('room.tokenMissing'));
        notified.current = false;
        setProblem(null);
        granted.current.at = performance.now();
        setSource({ playback: session.playback, token: token.tokenId, tokens: tokensOf(session, token, aheadMs.current), iceServers });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'ABORTED') return;
        const sentence = messageOr(error, t('room.tokenMissing'));
        // A show that isn't on air yet is waited for, and nothing failed.
        if (error.code === 'LIVE_NOT_ON_AIR') return again();
        if (error.status > 0 && error.status < 500) return refused(sentence);
        tell(sentence);
        again();
      }
    };
    const { soon } = granted.current;
    if (soon < 2) void join();
    else timer = setTimeout(() => void join(), BACK_OFF_MS[Math.min(soon - 2, BACK_OFF_MS.length - 1)]);
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [streamId, turn, t]);
  const giveUp = useCallback(() => {
    setSource(null);
    setReplaced(true);
  }, []);
  const ask = useCallback(() => {
    const { at, soon } = granted.current;
    granted.current = { at: -Infinity, soon: performance.now() - at < YOUNG_MS ? soon + 1 : 0 };
    setSource(null);
    setReplaced(false);
    setTurn((known) => known + 1);
  }, []);
  return { source, problem, isReplaced, giveUp, ask };
};
