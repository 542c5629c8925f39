import type { EncoderSignal } from '@stagedoor/contract/stream-keys';
import type { StreamSession } from '@stagedoor/contract/streams';
import { useState } from 'react';
import { useData } from '../../../../app/data.ts';
import { NO_CONNECTION_HEALTH } from '../../connection-health.ts';
import type { PublishState } from '../../publisher.ts';
import type { Publishes } from '../use-publisher.ts';

/** Poll interval of the signal, in milliseconds. */
const POLL_MS = 2000;

/** Returns the signal of the performer's encoder; null while none does, and while it isn't asked for. */
export const useSignal = (isOn: boolean): EncoderSignal | null => {
  const { data } = useData('GET /performer/encoder', {}, { enabled: isOn, refetchInterval: POLL_MS, refetchOnMount: 'always' });
  return isOn ? (data?.signal ?? null) : null;
};

const nothing = (): void => undefined;

/** The state of a show that an encoder publishes, as of one that the browser publishes. @param isOn false while the browser does */
export const useEncoder = ({ state, isRehearsal }: StreamSession, isOn: boolean): Publishes => {
  const signal = useSignal(isOn);
  const [wasSeen, setWasSeen] = useState(false);
  // Pictures of a codec that isn't supported are counted too.
  const isShown = signal !== null && ((signal.framesPerSecond ?? 0) > 0 || signal.isSoundOnly) && signal.refused.length === 0;
  const isSending = isRehearsal ? isShown : state === 'live';
  if (isSending && !wasSeen) setWasSeen(true);
  const isAway = state === 'interrupted' || (isRehearsal && wasSeen);
  const now: PublishState = isSending ? 'live' : isAway ? 'reconnecting' : 'connecting';
  return { state: now, failure: null, health: NO_CONNECTION_HEALTH, isWeak: false, again: nothing, finish: nothing };
};
