import type { ShowRequest } from '@stagedoor/contract/paid-shows';
import { sql } from 'kysely';
import { verifyLedger } from '../ledger/index.ts';
import type { CallFixture } from './call-fixture.ts';
import { type Person, createFan, createPerformer, topUp } from './factories.ts';
import type { TestApp } from './test-app.ts';
import type { TestNode } from './test-node.ts';

/** Sets a performer's price a minute, and the minimum. */
export const setPrices = (
  app: TestApp,
  performer: Person,
  { price = 200n, group = 100n, minimum = 3 }: { price?: bigint; group?: bigint; minimum?: number } = {},
) =>
  app.platform.database
    .updateTable('performers')
    .set({ private_price_amount: price, group_price_amount: group, private_minimum_minutes: minimum })
    .where('account_id', '=', performer.id)
    .execute();

/** A performer who is online, 2 tokens a minute, 3 minutes at least; and a fan with tokens. */
export const createPair = async (app: TestApp, admin: Person, tokens: number): Promise<[Person, Person]> => {
  const star = await createPerformer(app, { admin });
  await setPrices(app, star);
  const fan = await createFan(app);
  await topUp(app, fan, tokens);
  await star.client.call('GET /users/me');
  await app.settle();
  return [star, fan];
};

export const ask = (fan: Person, performer: Person, body: { message?: string; withCamera?: boolean } = {}): Promise<ShowRequest> =>
  fan.client.call('POST /streaming/private-chat/{id}', { params: { id: performer.id }, body });

/** A private show that was asked for and accepted; with a node both sides have just connected. */
export const beginPrivateShow = async (
  performer: Person,
  fan: Person,
  { node, withCamera = false }: { node?: TestNode; withCamera?: boolean } = {},
) => {
  const { _id: streamId } = await ask(fan, performer, { withCamera });
  const { publishing, session } = await performer.client.call('POST /streaming/private-chat/{id}/accept', {
    params: { id: streamId },
    body: {},
  });
  const { token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: streamId } });
  if (node) {
    await node.publish(streamId, publishing.token);
    await node.watch(streamId, token.tokenId);
    await node.report();
  }
  return { streamId, conversationId: session.conversationId, publishToken: publishing.token, playToken: token.tokenId };
};

export const beginGroupShow = async (
  performer: Person,
  {
    node,
    seats = 5,
    minimumMinutes = 1,
    price = 1,
    audience = 'everyone',
    isRecorded = false,
  }: {
    node?: TestNode;
    seats?: number;
    minimumMinutes?: number;
    price?: number;
    audience?: 'everyone' | 'followers' | 'subscribers';
    isRecorded?: boolean;
  } = {},
) => {
  const { session, publishing } = await performer.client.call('POST /streaming/group-chat', {
    body: { title: 'Four blues', price, seats, minimumMinutes, audience, isRecorded },
  });
  if (node) {
    await node.publish(session._id, publishing.token);
    await node.report();
  }
  return { streamId: session._id, conversationId: session.conversationId, publishToken: publishing.token };
};

/** Joins a show and connects to it. */
export const joinAndWatch = async (fan: Person, node: TestNode, streamId: string): Promise<string> => {
  const { token } = await fan.client.call('POST /streaming/join/{id}', { params: { id: streamId } });
  await node.watch(streamId, token.tokenId);
  await node.report();
  return token.tokenId;
};

/** The wallet and the holds of an account, in tokens. */
export const tokensOf = async (app: TestApp, person: Pick<Person, 'id'>): Promise<{ wallet: number; held: number }> => {
  const { rows } = await sql<{ wallet: string; held: string }>`
    select coalesce((select balance from ledger.accounts where kind = 'wallet' and owner_id = ${person.id}::uuid), 0)::text as wallet,
      coalesce((select sum(h.balance) from ledger.accounts h where h.kind = 'hold' and h.owner_id in (
        select id from stream_requests where fan_id = ${person.id}::uuid
        union select hold_id from stream_participants where account_id = ${person.id}::uuid)), 0)::text as held`.execute(
    app.platform.database,
  );
  return { wallet: Number(rows[0]!.wallet) / 100, held: Number(rows[0]!.held) / 100 };
};

/** @throws when an invariant of the ledger doesn't hold */
export const assertSound = async (app: TestApp): Promise<void> => {
  const broken = (await verifyLedger(app.platform.database)).checks.filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(`The ledger is broken: ${JSON.stringify(broken)}`);
};

/** The calls of paid shows that take an Idempotency-Key, each on people of its own. */
export const paidShowFixtures = async (app: TestApp, admin: Person): Promise<Record<string, CallFixture>> => {
  const newFan = async (): Promise<Person> => {
    const fan = await createFan(app);
    await topUp(app, fan, 90);
    return fan;
  };
  const onlinePerformer = async (): Promise<Person> => {
    const performer = await createPerformer(app, { admin });
    await setPrices(app, performer);
    await performer.client.call('GET /users/me');
    await app.settle();
    return performer;
  };
  const [asking, asked, speaker] = [await newFan(), await onlinePerformer(), await createPerformer(app, { admin })];
  const { conversationId } = await beginGroupShow(speaker);
  /** Takes the open request back: a fan has one at a time. */
  const cancelOpen = async (): Promise<void> => {
    const open = await app.platform.database
      .selectFrom('stream_requests')
      .select('id')
      .where('fan_id', '=', asking.id)
      .where('state', '=', 'requested')
      .executeTakeFirst();
    if (open) await asking.client.call('POST /streaming/private-chat/{id}/cancel', { params: { id: open.id } });
    await app.settle();
  };
  const waiting = async () => ({ params: { id: (await ask(await newFan(), asked))._id } });
  return {
    'POST /streaming/private-chat/{id}': {
      who: () => asking,
      async make() {
        await cancelOpen();
        return { params: { id: (await onlinePerformer()).id }, body: { message: 'The Elgar' } };
      },
      change: (request) => ({ ...request, body: { message: 'Something else' } }),
    },
    'DELETE /streaming/private/available-list/{id}': { who: () => asked, make: waiting, change: waiting },
    'POST /messages/stream/conversations/{id}': {
      who: () => speaker,
      make: () => ({ params: { id: conversationId }, body: { text: 'Good evening.' } }),
      change: (request) => ({ ...request, body: { text: 'Good night.' } }),
    },
  };
};
