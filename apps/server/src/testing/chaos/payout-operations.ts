import type { Answer } from '../client.ts';
import { z } from 'zod';
import { type ChaosClient, keyed } from './chaos-client.ts';

const found = z.object({ pending: z.object({ _id: z.string(), state: z.enum(['pending', 'approved']) }).nullable() });

/**
 * The next step of a performer's payout: requested when none is on its way, else changed, cancelled, decided on or paid, and sometimes returned.
 * Of two steps at once that exclude each other one is refused.
 */
export const movePayout = async (chaosClient: ChaosClient): Promise<void> => {
  const { context, random } = chaosClient;
  const performer = context.clientOf(random.pick(context.catalogue.performers).client.token);
  const admin = context.clientOf(context.catalogue.admin.client.token);
  const attempt = async (name: string, send: (headers: Record<string, string>) => Promise<Answer<unknown>>): Promise<boolean> => {
    const headers = keyed();
    return chaosClient.recordOutcome(name, await chaosClient.retryUntilAnswered(() => send(headers)));
  };
  const { data } = await chaosClient.retryUntilAnswered(() => performer.send('POST /payout-requests/check-pending'));
  const { pending } = found.parse(data);
  if (!pending) {
    const body = { method: 'paypal' as const, ...(random.chance(0.5) ? { amount: random.amount(1, 5) } : {}) };
    await attempt('payout requested', (headers) => performer.send('POST /payout-requests', { body, headers }));
    return;
  }
  const params = { id: pending._id };
  const change = (body: { amount: number } | { cancel: true }) => (headers: Record<string, string>) =>
    performer.send('PUT /payout-requests/{id}', { params, body, headers });
  /** Reads the payout's present version; another step may change it before the decision arrives. */
  const look = async (): Promise<number> => {
    const seen = await chaosClient.retryUntilAnswered(() => admin.send('GET /admin/payouts/{id}', { params }));
    return (seen.data as { version: number }).version;
  };
  const version = await look();
  const reject = (headers: Record<string, string>) =>
    admin.send('POST /admin/payouts/{id}/reject', { params, body: { version, reason: 'Chaos.' }, headers });
  if (pending.state === 'pending') {
    const step = random.next();
    if (step < 0.15) await attempt('payout changed', change({ amount: random.amount(1, 5) }));
    else if (step < 0.3) await attempt('payout cancelled', change({ cancel: true }));
    else if (step < 0.4) await attempt('payout rejected', reject);
    else
      await attempt('payout approved', (headers) => admin.send('POST /admin/payouts/{id}/approve', { params, body: { version }, headers }));
    return;
  }
  if (random.chance(0.1)) {
    await attempt('payout rejected', reject);
    return;
  }
  const isPaid = await attempt('payout paid', (headers) =>
    admin.send('POST /admin/payouts/{id}/pay', { params, body: { version }, headers }),
  );
  if (!isPaid || !random.chance(0.2)) return;
  const body = { version: await look(), reason: 'Chaos.' };
  await attempt('payout returned', (headers) => admin.send('POST /admin/payouts/{id}/return', { params, body, headers }));
};
