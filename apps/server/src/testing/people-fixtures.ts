import { noticeToken } from '../modules/takedowns/notice-links.ts';
import { type Person, createFan, createPerformer, unique } from './factories.ts';
import { type CallFixture, withBody } from './call-fixture.ts';
import type { TestApp } from './test-app.ts';

/** Calls about accounts and notices that take an Idempotency-Key. */
export const peopleFixtures = (app: TestApp, { admin, fan }: { admin: Person; fan: Person }): Record<string, CallFixture> => {
  /** A call on an account of its own; for another account it is a different call. */
  const toAccount = (prepare: () => Promise<string>, body?: Record<string, unknown>): CallFixture => ({
    who: () => admin,
    make: async () => ({ params: { id: await prepare() }, ...(body ? { body } : {}) }),
    change: async (request) => ({ ...request, params: { id: await prepare() } }),
  });
  const newFan = async (): Promise<string> => (await createFan(app)).id;
  const newStar = async (): Promise<string> => (await createPerformer(app, { admin })).id;
  const createHeldPerformer = async (): Promise<string> => {
    const id = await newStar();
    await admin.client.call('POST /admin/performers/{id}/hold', { params: { id }, body: { reason: 'We ask.' } });
    return id;
  };
  const notice = {
    url: '/luna',
    reason: 'other',
    statement: 'Please look at it.',
    name: 'Ann',
    email: 'ann@example.org',
    goodFaith: true,
  } as const;
  const openNotice = async (): Promise<string> => {
    const { reference } = await app.client().call('POST /takedowns', { body: notice });
    const { id } = await app.platform.database
      .selectFrom('takedown_notices')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    return id;
  };
  /** A note about an account of its own. */
  const newNote = async () => {
    const id = await newFan();
    const { notes } = await admin.client.call('POST /admin/users/{id}/notes', { params: { id }, body: { text: 'Called on Monday.' } });
    return { params: { id, noteId: notes[0]!._id } };
  };
  const newAdmin = () => ({ email: `${unique('aide')}@example.org`, username: unique('aide'), name: 'Aide', adminRole: 'support' });
  return {
    'POST /takedowns': { who: () => fan, make: () => ({ body: notice }), change: withBody({ reason: 'privacy' }) },
    'POST /takedowns/{reference}/complain': {
      who: () => fan,
      async make() {
        const id = await openNotice();
        await admin.client.call('POST /admin/takedowns/{id}/decide', {
          params: { id },
          body: { decision: 'rejected', note: 'It may stay.' },
        });
        const { reference } = await app.platform.database
          .selectFrom('takedown_notices')
          .select('reference')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return { params: { reference }, body: { token: noticeToken(app.platform, id), text: 'Look at the picture again.' } };
      },
      change: withBody({ text: 'Look at both pictures again.' }),
    },
    'POST /admin/takedowns/{id}/decide': toAccount(openNotice, { decision: 'rejected', note: 'It may stay.' }),
    'POST /admin/users/{id}/suspend': toAccount(newFan, { reason: 'rules' }),
    'POST /admin/users/{id}/restore': toAccount(async () => {
      const id = await newFan();
      await admin.client.call('POST /admin/users/{id}/suspend', { params: { id }, body: { reason: 'rules' } });
      return id;
    }),
    'POST /admin/users/{id}/end-sessions': toAccount(newFan),
    'POST /admin/users/{id}/verify-email': toAccount(async () => (await createFan(app, { verified: false })).id),
    'POST /admin/users/{id}/reset-two-factor': toAccount(async () => {
      const id = await newFan();
      await app.platform.database
        .insertInto('two_factor')
        .values({ account_id: id, secret_sealed: Buffer.from('x'), confirmed_at: new Date() })
        .execute();
      return id;
    }),
    'POST /admin/users/{id}/notes': toAccount(newFan, { text: 'Called on Monday.' }),
    'DELETE /admin/users/{id}/notes/{noteId}': { who: () => admin, make: newNote, change: newNote },
    'POST /admin/performers/{id}/hold': toAccount(newStar, { reason: 'We ask.' }),
    'POST /admin/performers/{id}/release': toAccount(createHeldPerformer),
    'POST /admin/performers/{id}/release-payouts': toAccount(async () => {
      const id = await newStar();
      await app.platform.database
        .updateTable('accounts')
        .set({ payouts_frozen_at: new Date(), payouts_frozen_cause: 'newBrowser' })
        .where('id', '=', id)
        .execute();
      return id;
    }),
    'PUT /admin/performers/{id}/featured': toAccount(newStar, { position: 3 }),
    'PUT /admin/performers/{id}/commissions': toAccount(newStar, { rates: { tokenTipCommission: 10 } }),
    'POST /admin/admins': { who: () => admin, make: () => ({ body: newAdmin() }), change: () => ({ body: newAdmin() }) },
    'PUT /admin/admins/{id}': toAccount(
      async () => (await admin.client.call('POST /admin/admins', { body: { ...newAdmin(), adminRole: 'support' } }))._id,
      { adminRole: 'finance' },
    ),
  };
};
