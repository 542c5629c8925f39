import type { Outbox } from '../../platform/events/outbox.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Tells the performer's browsers that a payout changed. */
export const registerPayoutEvents = (outbox: Outbox, realtime: Realtime): void =>
  outbox.on(
    'payouts.changed',
    async ({ payload: { payoutId, performerId } }) =>
      () =>
        realtime.toAccount(performerId, 'payouts/changed', { payoutId }),
  );
