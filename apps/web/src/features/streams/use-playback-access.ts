import type { IceServerView, Playback } from '@stagedoor/contract/streams';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageOr } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

export interface PlaybackSource {
  playback: Playback;
  token: string;
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

/** Access to a live show: its playback addresses and a token. Requested again with increasing backoff when the token is refused. */
export const usePlaybackAccess = (streamId: string | null): PlaybackAccess => {
  const t = useText();
  const [source, setSource] = useState<PlaybackSource | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const [isReplaced, setReplaced] = useState(false);
  const attempts = useRef(0);
  const notified = useRef(false);
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
        setSource({ playback: session.playback, token: token.tokenId, iceServers });
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
    void join();
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
    setSource(null);
    setReplaced(false);
    setTurn((known) => known + 1);
  }, []);
  return { source, problem, isReplaced, giveUp, ask };
};
