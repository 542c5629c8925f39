import type { EncoderSignal } from '@stagedoor/contract/stream-keys';
import type { StreamSession } from '@stagedoor/contract/streams';
import { useRef } from 'react';
import { useData } from '../../../../app/data.ts';
import { NO_CONNECTION_HEALTH } from '../../connection-health.ts';
import type { PublishState } from '../../publisher.ts';
import type { Publishes } from '../use-publisher.ts';

/** Poll interval of the signal, in milliseconds. */
const POLL_MS = 2000;

/** What the performer's encoder sends; null while none does, and while it isn't asked for. */
export const useSignal = (isOn: boolean): EncoderSignal | null => {
  const { data } = useData('GET /performer/encoder', {}, { enabled: isOn, refetchInterval: POLL_MS, refetchOnMount: 'always' });
  return isOn ? (data?.signal ?? null) : null;
};

const nothing = (): void => undefined;

/** The state of a show that an encoder publishes, as of one that the browser publishes. @param isOn false while the browser does */
export const useEncoder = ({ state, isRehearsal }: StreamSession, isOn: boolean): Publishes => {
  const signal = useSignal(isOn);
  const wasSeen = useRef(false);
  const isSending = isRehearsal ? (signal?.framesPerSecond ?? 0) > 0 : state === 'live';
  if (isSending) wasSeen.current = true;
  const isAway = state === 'interrupted' || (isRehearsal && wasSeen.current);
  const now: PublishState = isSending ? 'live' : isAway ? 'reconnecting' : 'connecting';
  return { state: now, failure: null, health: NO_CONNECTION_HEALTH, isWeak: false, again: nothing, finish: nothing };
};
