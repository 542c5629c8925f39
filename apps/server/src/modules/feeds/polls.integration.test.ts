import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, createAdmin, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { watchRows } from '../../testing/changed-rows.ts';
import { type TestApp, createTestApp } from '../../testing/test-app.ts';

let app: TestApp;
let star: Person;
let rival: Person;
let fans: Person[];
beforeAll(async () => {
  app = await createTestApp();
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin, monthlyPrice: 5 });
  rival = await createPerformer(app, { admin });
  fans = await Promise.all([createFan(app), createFan(app), createFan(app)]);
});
afterAll(() => app.close());

const QUESTION = { question: 'What shall I play?', options: ['A waltz', 'A tango', 'Nothing'] };
const write = (body: Record<string, unknown> = {}, person = star) =>
  person.client.call('POST /performer/feeds/polls', { body: { ...QUESTION, ...body } });
const publish = async (pollId: string, body: Record<string, unknown> = {}): Promise<string> =>
  (await star.client.call('POST /performer/feeds', { body: { text: 'You choose.', pollId, ...body } }))._id;
const vote = (person: Person, pollId: string, optionId: string) =>
  person.client.send('POST /feeds/vote/{id}', { params: { id: pollId }, body: { optionId } });
const see = async (person: Person | undefined, feedId: string) =>
  (await (person?.client ?? app.client()).call('GET /feeds/{id}', { params: { id: feedId } })).poll;

describe('a poll', () => {
  test('accepts one vote per account, concurrently too; only voters see the result', async () => {
    const poll = await write();
    const [first, second] = poll.options;
    const feedId = await publish(poll._id);
    expect(await see(fans[0], feedId)).toMatchObject({
      question: QUESTION.question,
      totalVotes: 0,
      votedFor: null,
      options: QUESTION.options.map((text) => ({ text, votes: null })),
    });
    const [one, two, three] = fans as [Person, Person, Person];
    // Each votes for two options at once: one of them counts.
    const answers = await Promise.all(
      [one, two].flatMap((person) => [vote(person, poll._id, first!._id), vote(person, poll._id, second!._id)]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status >= 400).map(({ error }) => error.error)).toEqual(['ALREADY_VOTED', 'ALREADY_VOTED']);
    const last = await vote(three, poll._id, first!._id);
    expect([last.data.totalVotes, last.data.votedFor, last.data.options.reduce((sum, { votes }) => sum + votes!, 0)]).toEqual([
      3,
      first!._id,
      3,
    ]);
    await app.settle();
    expect(await see(three, feedId)).toEqual(last.data);
    expect((await see(undefined, feedId))!.options.map(({ votes }) => votes)).toEqual([null, null, null]);
    expect((await see(undefined, feedId))!.totalVotes).toBe(3);
    const own = await star.client.call('GET /performer/feeds/{id}', { params: { id: feedId } });
    expect(own.poll!.options.map(({ votes }) => votes)).toEqual(last.data.options.map(({ votes }) => votes));
  });

  test('that has ended refuses votes, and shows everybody the result', async () => {
    const poll = await write({ endsAt: new Date(Date.now() + 3_600_000).toISOString() });
    const feedId = await publish(poll._id);
    await vote(fans[0]!, poll._id, poll.options[0]!._id);
    await app.settle();
    await app.platform.database.updateTable('polls').set({ ends_at: app.clock.now() }).where('id', '=', poll._id).execute();
    expect((await vote(fans[1]!, poll._id, poll.options[0]!._id)).error.error).toBe('POLL_CLOSED');
    expect(await see(undefined, feedId)).toMatchObject({ isClosed: true, options: [{ votes: 1 }, { votes: 0 }, { votes: 0 }] });
  });

  test('of a locked post can’t be seen or voted in', async () => {
    const poll = await write();
    const feedId = await publish(poll._id, { audience: 'buyers', price: 1 });
    const [fan] = fans as [Person];
    expect(await see(fan, feedId)).toBeNull();
    expect((await vote(fan, poll._id, poll.options[0]!._id)).error.error).toBe('LOCKED');
    await topUp(app, fan, 5);
    await fan.client.call('POST /payment-wallet/purchase-feed', { body: { feedId } });
    expect((await vote(fan, poll._id, poll.options[0]!._id)).status).toBe(200);
  });

  test('belongs to one post, and to its performer', async () => {
    const poll = await write();
    await publish(poll._id);
    const again = await star.client.send('POST /performer/feeds', { body: { text: 'Again.', pollId: poll._id } });
    expect(again.error.error).toBe('POLL_TAKEN');
    const foreign = await write({}, rival);
    const stolen = await star.client.send('POST /performer/feeds', { body: { text: 'Mine.', pollId: foreign._id } });
    expect(stolen.error.error).toBe('NOT_FOUND');
    const fresh = await write();
    const both = await Promise.all(
      [1, 2].map(() => star.client.send('POST /performer/feeds', { body: { text: 'Twice.', pollId: fresh._id } })),
    );
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
  });

  test('without a question or with too few or equal options changes nothing; nor does an invalid vote', async () => {
    const poll = await write();
    await publish(poll._id);
    const other = await write();
    await app.settle();
    const changed = await watchRows(app);
    for (const body of [
      { question: ' ' },
      { options: ['One'] },
      { options: Array.from({ length: 7 }, (_, n) => `No. ${n}`) },
      { options: ['Yes', 'yes'] },
      { options: ['Yes', ''] },
      { endsAt: app.clock.now().toISOString() },
      { question: 'x'.repeat(201) },
    ])
      expect((await star.client.raw('POST /performer/feeds/polls', { body: { ...QUESTION, ...body } })).error.error).toBe(
        'VALIDATION_FAILED',
      );
    expect((await vote(fans[0]!, poll._id, other.options[0]!._id)).error.error).toBe('NOT_FOUND');
    // A poll without a post.
    expect((await vote(fans[0]!, other._id, other.options[0]!._id)).error.error).toBe('NOT_FOUND');
    expect((await fans[0]!.client.raw('POST /performer/feeds/polls', { body: QUESTION })).error.error).toBe('FORBIDDEN');
    await app.settle();
    expect(await changed()).toEqual({});
  });
});
