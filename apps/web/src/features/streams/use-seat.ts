import type { IceServerView, Playback } from '@stagedoor/contract/streams';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

export interface SeatSource {
  playback: Playback;
  token: string;
  iceServers: readonly IceServerView[];
}

export interface Seat {
  source: SeatSource | null;
  /** Why there is none; null while it is being asked for. */
  problem: string | null;
  /** Asks again: after a refusal, or for a new token. */
  ask: () => void;
}

const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000] as const;

/** A place in an open show: where it is played and the token for it. Asked for anew, with a growing pause, when the token is refused. */
export const useSeat = (streamId: string | null): Seat => {
  const say = useText();
  const [source, setSource] = useState<SeatSource | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const attempts = useRef(0);
  const told = useRef(false);
  useEffect(() => {
    if (!streamId) {
      setSource(null);
      setProblem(null);
      attempts.current = 0;
      return undefined;
    }
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refused = (sentence: string) => {
      setSource(null);
      setProblem(sentence);
      // The specification's toast; once, though it is tried again and again.
      if (!told.current) toast(sentence, { tone: 'bad', stays: 5000 });
      told.current = true;
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
        if (!token?.tokenId) return refused(say('room.tokenMissing'));
        told.current = false;
        setProblem(null);
        setSource({ playback: session.playback, token: token.tokenId, iceServers });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'ABORTED') return;
        // Not on air yet, or the way there is broken: it is asked for again by itself.
        if (error.code === 'LIVE_NOT_ON_AIR' || error.status === 0 || error.status >= 500) again();
        else refused(error.message);
      }
    };
    void join();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [streamId, turn, say]);
  const ask = useCallback(() => {
    setSource(null);
    setTurn((known) => known + 1);
  }, []);
  return { source, problem, ask };
};
