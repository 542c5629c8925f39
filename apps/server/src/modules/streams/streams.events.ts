import type { ServerEvents } from '@stagedoor/contract/realtime';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Everybody who is signed in hears that a show changed: ids alone, who may see it is asked by refetching. */
export const registerStreamEvents = (outbox: Outbox, realtime: Realtime): void =>
  outbox.on(
    'streams.changed',
    async ({ payload }) =>
      () =>
        realtime.toAll('streams/changed', payload as ServerEvents['streams/changed']),
  );
