import { sql } from 'kysely';
import { expect } from 'vitest';
import { verifyLedger } from '../ledger/index.ts';
import type { Person } from './factories.ts';
import { createPayee, versionOf } from './payout-fixtures.ts';
import type { TestApp } from './test-app.ts';

/** What tests of payouts call, and what they compare. */
export const payoutCalls = (people: () => { app: TestApp; admin: Person }) => {
  const admin = () => people().admin.client;
  const fetchFile = async ({ client }: Person, path: string): Promise<Response> => {
    const answer = await fetch(`${people().app.url}/api${path}`, { headers: { authorization: client.token ?? '' } });
    expect(answer.status).toBe(200);
    return answer;
  };
  const download = async (person: Person, path: string): Promise<Buffer> =>
    Buffer.from(await (await fetchFile(person, path)).arrayBuffer());
  return {
    /** A performer with a PayPal account and 24.00 available. */
    payee: () => createPayee(people().app, people().admin),
    ask: ({ client }: Person, body: Record<string, unknown> = {}) =>
      client.raw('POST /payout-requests', { body: { method: 'paypal', ...body } }),
    change: ({ client }: Person, id: string, body: Record<string, unknown>) =>
      client.raw('PUT /payout-requests/{id}', { params: { id }, body }),
    quote: ({ client }: Person, body = {}) => client.call('POST /payout-requests/calculate', { body }),
    /** Decides on a payout as it is now, unless `body` has a version. */
    decide: async (id: string, what: 'approve' | 'reject' | 'pay' | 'return', body: Record<string, unknown> = {}) =>
      admin().raw(`POST /admin/payouts/{id}/${what}`, {
        params: { id },
        body: { version: await versionOf(people().admin, id), ...body },
      }),
    setSettings: (values: Record<string, number | string>) => admin().call('PUT /admin/settings', { body: { values } }),
    download,
    /** The name under which a download is saved. */
    async nameOfFile(person: Person, path: string) {
      const answer = await fetchFile(person, path);
      await answer.arrayBuffer();
      return /^attachment; filename="([^"]+)"$/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    },
    fileOf: (performer: Person, id: string) => download(performer, `/payout-requests/${id}/statement`),
    /** Sums of a performer's accounts and of the site's, in hundredths. */
    async balances(performerId: string) {
      const { rows } = await sql<{ kind: string; sum: bigint }>`
        select a.kind, sum(e.amount)::bigint as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.owner_id = ${performerId}::uuid or a.kind in ('clearing', 'commission') group by a.kind`.execute(
        people().app.platform.database,
      );
      const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.sum ?? 0n);
      return { available: of('earningsAvailable'), transit: of('payoutTransit'), clearing: of('clearing'), commission: of('commission') };
    },
    /** @throws Error with the checks of the ledger that fail */
    async assertSound() {
      const broken = (await verifyLedger(people().app.platform.database)).checks.filter(({ ok }) => !ok);
      if (broken.length > 0) throw new Error(broken.map(({ name, detail }) => `${name}: ${detail}`).join('; '));
    },
  };
};

export const codeOf = ({ status, error }: { status: number; error?: { error?: string } }) => [status, error?.error];
