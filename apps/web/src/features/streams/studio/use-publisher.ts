import type { Publishing } from '@stagedoor/contract/streams';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { type ConnectionHealth, isWeak, NO_CONNECTION_HEALTH } from '../connection-health.ts';
import { publish, type PublishFailure, type Publisher, type PublishState } from '../publisher.ts';
import type { Begun } from './BeforeShow.tsx';
import { QUALITIES } from './qualities.ts';
import type { Camera } from './use-camera.ts';

const HEALTH_MS = 2000;
const KEPT_SAMPLES = 10;

export interface Publishes {
  state: PublishState;
  failure: PublishFailure | null;
  health: ConnectionHealth;
  /** The connection is too weak for the show. */
  isWeak: boolean;
  /** Retries after giving up. */
  again: () => void;
  /** The show has ended. */
  finish: () => void;
}

/** The current publishing endpoint of the same show; null when it is over. Never starts another show. */
const renew = async ({ session, renew: own }: Begun): Promise<Publishing | null> => {
  if (own) return own();
  const now = await call('GET /streaming/view/{id}', { params: { id: session._id } });
  if (now.state === 'ended') return null;
  const { title, isRecorded, isRehearsal, goal } = session;
  const audience = session.audience ?? 'everyone';
  const again = await call('POST /streaming/live', {
    body: { title, audience, isRecorded, isRehearsal, goal: goal && { title: goal.title, amount: String(goal.amount) } },
  });
  return again.session._id === session._id ? again.publishing : null;
};

/** Holds a screen wake lock during a show, if supported: a sleeping phone stops its camera. */
const useWakeLock = (): void => {
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

/** Publishes the studio's camera while the show is on, and reports the connection's health. */
export const usePublisher = (begun: Begun, { stream, picture, sound, choice }: Camera): Publishes => {
  const [state, setState] = useState<PublishState>('connecting');
  const [failure, setFailure] = useState<PublishFailure | null>(null);
  /** The last ones, newest last. */
  const [samples, setSamples] = useState<readonly ConnectionHealth[]>([]);
  const [turn, setTurn] = useState(0);
  const publisher = useRef<Publisher | null>(null);
  const first = useRef(true);
  useWakeLock();
  const { maxBitrate, frameRate } = QUALITIES[choice.quality];
  useEffect(() => {
    if (!stream) return undefined;
    let gone = false;
    const begin = async () => {
      // The initial token may have expired by the time of a retry.
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
    const timer = setInterval(
      () => void publisher.current?.health().then((next) => setSamples((known) => [...known.slice(1 - KEPT_SAMPLES), next])),
      HEALTH_MS,
    );
    return () => {
      gone = true;
      clearInterval(timer);
      publisher.current?.stop();
      publisher.current = null;
    };
  }, [begun, stream, maxBitrate, frameRate, turn]);
  useEffect(() => {
    // The first are those that are published; a connection that is being closed takes none.
    for (const track of [picture, sound]) if (track) void publisher.current?.replaceTrack(track).catch(() => undefined);
  }, [picture, sound]);
  return {
    state,
    failure,
    health: samples.at(-1) ?? NO_CONNECTION_HEALTH,
    isWeak: state === 'live' && isWeak(samples, maxBitrate),
    again: useCallback(() => setTurn((known) => known + 1), []),
    finish: useCallback(() => publisher.current?.stop(true), []),
  };
};
