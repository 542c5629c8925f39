import type { Outbox } from '../../platform/events/outbox.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Notifies all signed-in accounts that a show changed. The event contains only ids; access is checked when clients refetch. */
export const registerStreamEvents = (outbox: Outbox, realtime: Realtime): void =>
  outbox.on(
    'streams.changed',
    async ({ payload }) =>
      () =>
        realtime.toAll('streams/changed', payload),
  );
