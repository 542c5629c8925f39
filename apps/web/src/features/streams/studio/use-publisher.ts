import type { Publishing } from '@stagedoor/contract/streams';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { type Health, NO_HEALTH } from '../health.ts';
import { publish, type PublishFailure, type Publisher, type PublishState } from '../whip.ts';
import type { Begun } from './BeforeShow.tsx';
import { type Camera, QUALITIES } from './use-camera.ts';

const HEALTH_MS = 2000;

interface Publishes {
  state: PublishState;
  failure: PublishFailure | null;
  health: Health;
  /** Tries again after giving up. */
  again: () => void;
  /** The show has ended. */
  finish: () => void;
}

/** Where the same show is published now; null when it is over. Never begins another one. */
const renew = async ({ session }: Begun): Promise<Publishing | null> => {
  const now = await call('GET /streaming/view/{id}', { params: { id: session._id } });
  if (now.state === 'ended') return null;
  const { title, isRecorded, goal } = session;
  const again = await call('POST /streaming/live', {
    body: { title, isRecorded, goal: goal && { title: goal.title, amount: String(goal.amount) } },
  });
  return again.session._id === session._id ? again.publishing : null;
};

/** Keeps the screen lit during a show, where the browser can: a phone that sleeps closes its camera. */
const useAwake = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock
        ?.request('screen')
        .then((given) => {
          lock = given;
        })
        .catch(() => undefined);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
};

/** Publishes the studio's camera while the show is on, and says how the connection does. */
export const usePublisher = (begun: Begun, { stream, choice }: Camera): Publishes => {
  const [state, setState] = useState<PublishState>('connecting');
  const [failure, setFailure] = useState<PublishFailure | null>(null);
  const [health, setHealth] = useState<Health>(NO_HEALTH);
  const [turn, setTurn] = useState(0);
  const publisher = useRef<Publisher | null>(null);
  const first = useRef(true);
  useAwake();
  const { maxBitrate, frameRate } = QUALITIES[choice.quality];
  useEffect(() => {
    if (!stream) return undefined;
    let gone = false;
    const begin = async () => {
      // The token of the beginning may have run out by the time somebody tries again.
      const publishing = first.current ? begun.publishing : ((await renew(begun).catch(() => null)) ?? begun.publishing);
      first.current = false;
      if (gone) return;
      publisher.current = publish({
        stream,
        publishing,
        maxBitrate,
        maxFramerate: frameRate,
        renew: () => renew(begun),
        onState: (next, why) => {
          setState(next);
          setFailure(why);
        },
      });
    };
    void begin();
    const timer = setInterval(() => void publisher.current?.health().then(setHealth), HEALTH_MS);
    return () => {
      gone = true;
      clearInterval(timer);
      publisher.current?.stop();
      publisher.current = null;
    };
  }, [begun, stream, maxBitrate, frameRate, turn]);
  return {
    state,
    failure,
    health,
    again: useCallback(() => setTurn((known) => known + 1), []),
    finish: useCallback(() => publisher.current?.stop(true), []),
  };
};
