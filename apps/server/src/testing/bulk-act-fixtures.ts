import type { BulkAct } from '@stagedoor/contract/bulk-acts';
import { type CallFixture, type Request, withBody } from './call-fixture.ts';
import { type Person, createFan, createFeed, createPerformer } from './factories.ts';
import { createPayout } from './payout-fixtures.ts';
import type { TestApp } from './test-app.ts';

/** Acts on many rows that take an Idempotency-Key, and exact counts. */
export const bulkActFixtures = (app: TestApp, { admin }: { admin: Person }): Record<string, CallFixture> => {
  const on = (row: () => Promise<string>, more: Record<string, unknown> = {}): CallFixture => ({
    who: () => admin,
    make: async () => ({ body: { rows: { ids: [await row()] }, ...more } }),
    change: async (request) => ({ ...request, body: { rows: { ids: [await row()] }, ...more } }),
  });
  const newFan = async (): Promise<string> => (await createFan(app)).id;
  const newItem = async (): Promise<string> => createFeed(await createPerformer(app, { admin }));
  const prepared = async (): Promise<BulkAct> =>
    admin.client.call('POST /admin/users/suspend-many', { body: { rows: { ids: [await newFan()] }, reason: 'fraud' } });
  const started = async (): Promise<BulkAct> => {
    const { _id: id } = await prepared();
    return admin.client.call('POST /admin/bulk-acts/{id}/start', { params: { id } });
  };
  /** Started, and waiting for its job. */
  const held = async (): Promise<BulkAct> => {
    const resume = app.platform.jobs.discard(['bulkActs:run']);
    const act = await started();
    resume();
    return act;
  };
  const ended = async (): Promise<BulkAct> => {
    const act = await started();
    await app.settle();
    return act;
  };
  const ofAct = (make: () => Promise<BulkAct>): CallFixture => {
    const request = async (): Promise<Request> => ({ params: { id: (await make())._id } });
    return { who: () => admin, make: request, change: request };
  };
  return {
    'POST /admin/users/suspend-many': on(newFan, { reason: 'fraud' }),
    'POST /admin/users/restore-many': on(newFan),
    'POST /admin/content/take-down-many': on(newItem, { note: 'Against the rules' }),
    'POST /admin/content/restore-many': on(newItem),
    'POST /admin/content/approve-many': on(newItem),
    'POST /admin/payouts/approve-many': on(() => createPayout(app, admin)),
    'POST /admin/bulk-acts/{id}/start': ofAct(prepared),
    'POST /admin/bulk-acts/{id}/stop': ofAct(held),
    'POST /admin/bulk-acts/{id}/undo': ofAct(ended),
    'POST /admin/list-counts': {
      who: () => admin,
      make: () => ({ body: { list: 'accounts', filter: {} } }),
      change: withBody({ list: 'performers' }),
    },
  };
};
