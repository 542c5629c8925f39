import { CONTRACT } from '@stagedoor/contract';
import type { Endpoint, EndpointKey } from '@stagedoor/contract/endpoint';
import { sql } from 'kysely';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AudienceWorld, PERFORMERS, createAudienceWorld } from './field-audience-world.ts';
import { LEFT_OUT, writesOf } from './field-audience-writes.ts';
import { type Field, declaredAudiences, fieldsOf, isEmpty } from './schema-fields.ts';
import { type TestApp, createTestApp } from './test-app.ts';

// The contract declares who may see which field (`seenBy`). Every reading call is made by every kind of caller with every object; a field with
// an audience must be empty for everybody else, and a field that is empty for some callers must have an audience. Then every address that was
// answered is opened, as its caller and as a visitor. At last, every caller tries every writing call whose answer has such fields.

let app: TestApp;
let world: AudienceWorld;

/** Fields that differ between callers and reveal nothing that isn't theirs, with the reason. */
const DIFFERING: Readonly<Record<string, string>> = {
  text: 'A post without media locks its text; locked-files.integration.test.ts looks for it.',
};

interface Question {
  key: EndpointKey;
  names: string[];
  asks: Set<string>;
  output: z.ZodType;
}
/** Reading calls of the contract, without downloads. */
const QUESTIONS: Question[] = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][])
  .filter(([key, { download, plain }]) => key.startsWith('GET ') && !download && !plain)
  .map(([key, { query, output }]) => ({
    key,
    names: [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    asks: new Set(Object.keys((query as z.ZodObject | undefined)?.shape ?? {})),
    output,
  }));

type Request = { params?: Record<string, string>; query?: Record<string, string | number> };

const requestsOf = ({ names, asks }: Question): Request[] => {
  const types = names.includes('type') ? ['public', 'private', 'group'] : ['en'];
  if (names.length > 0)
    return world.ids.flatMap((id) =>
      types.map((type) => ({ params: Object.fromEntries(names.map((name) => [name, name === 'type' ? type : id])) })),
    );
  return [
    asks.has('limit') ? { query: { limit: 100 } } : {},
    ...(asks.has('performerId') ? world.performerIds.map((performerId) => ({ query: { performerId } })) : []),
    ...(asks.has('performer') ? world.performerIds.map((performer) => ({ query: { performer } })) : []),
    ...(asks.has('objectId') ? world.objects.map((query) => ({ query })) : []),
  ];
};

/** An answer to one caller. */
interface Answered {
  caller: string;
  key: EndpointKey;
  request: string;
  fields: Field[];
  text: string;
}
const answers: Answered[] = [];

const askAll = async (caller: string): Promise<void> => {
  const client = world.callers[caller]!;
  for (const question of QUESTIONS)
    for (const request of requestsOf(question)) {
      const { status, data } = await client.raw(question.key, request);
      if (status < 400)
        answers.push({
          caller,
          key: question.key,
          request: JSON.stringify(request),
          fields: [...fieldsOf(question.output, data)],
          text: JSON.stringify(data),
        });
      // This caller is refused whatever the request.
      if (status === 401 || status === 403) break;
    }
};

beforeAll(async () => {
  app = await createTestApp();
  world = await createAudienceWorld(app);
  await Promise.all(Object.keys(world.callers).map(askAll));
}, 180_000);
afterAll(() => app.close());

const membersOf = ({ audience, ids }: Field): readonly string[] | 'all' | undefined => {
  for (const id of ids) {
    const members = world.members.get(id)?.[audience as 'granted'];
    if (members) return members;
  }
  return undefined;
};
const nameOf = (path: string): string => path.split(/[.: ]/).at(-1)!;

/** Fields of an answer that its caller shouldn't see. */
const leaksIn = ({ caller, key, fields }: Pick<Answered, 'caller' | 'key' | 'fields'>): string[] =>
  fields.flatMap((field) => {
    if (!field.audience || field.audience === 'caller' || isEmpty(field.value)) return [];
    const members = membersOf(field);
    if (members === undefined) return [`${key}: ${field.path} of an object that this test doesn't know`];
    return members !== 'all' && !members.includes(caller) ? [`${key}: ${caller} sees ${field.path}`] : [];
  });

describe('a field with an audience', () => {
  test('is empty for every caller who doesn’t belong to it', () => {
    expect([...new Set(answers.flatMap(leaksIn))].toSorted()).toEqual([]);
  });

  test('is shown to somebody and hidden from somebody in this test, for each declared one', () => {
    const seen = new Set<string>();
    for (const { caller, fields } of answers)
      for (const field of fields)
        if (field.audience) {
          const isMember = field.audience === 'caller' || membersOf(field) === 'all' || membersOf(field)?.includes(caller);
          if (!isEmpty(field.value)) seen.add(`${nameOf(field.path)} (${field.audience}) shown`);
          else if (!isMember) seen.add(`${nameOf(field.path)} (${field.audience}) hidden`);
        }
    const declared = QUESTIONS.flatMap(({ output }) => declaredAudiences(output)).map(
      ({ path, audience }) => `${nameOf(path)} (${audience})`,
    );
    const expected = [...new Set(declared)].flatMap((field) =>
      field.endsWith('(caller)') ? [`${field} shown`] : [`${field} shown`, `${field} hidden`],
    );
    expect(expected.filter((one) => !seen.has(one)).toSorted()).toEqual([]);
    expect(declared.length).toBeGreaterThan(50);
  });
});

test('a field without an audience is empty for all callers, or for none', () => {
  const groups = new Map<string, { empty: Set<string>; full: Set<string> }>();
  for (const { caller, key, request, fields } of answers)
    for (const { path, audience, isGuarded, value, ids } of fields) {
      if (audience || isGuarded || ids.length === 0 || typeof value === 'boolean' || typeof value === 'number') continue;
      const name = [key, path, request, ids.join()].join(' ');
      let group = groups.get(name);
      if (!group) groups.set(name, (group = { empty: new Set(), full: new Set() }));
      (isEmpty(value) ? group.empty : group.full).add(caller);
    }
  const differing = new Map<string, string>();
  for (const [name, { empty, full }] of groups) {
    const [method, path, field] = name.split(' ') as [string, string, string];
    const only = [...full].filter((caller) => !empty.has(caller));
    if (only.length > 0 && empty.size > 0)
      differing.set(`${method} ${path}: ${field}`, `shown to ${only.join(', ')}; empty for ${[...empty].join(', ')}`);
  }
  expect(groups.size).toBeGreaterThan(1000);
  expect([...differing].filter(([field]) => !(nameOf(field) in DIFFERING))).toEqual([]);
});

/** Keys of files that belong to items for some, or to recordings of such shows. */
const lockedKeys = async (): Promise<Map<string, string>> => {
  const { rows } = await sql<{ key: string; item_id: string }>`
    select v.value ->> 'key' as key, x.item_id::text as item_id
    from (select r.stream_id as item_id, r.file_id from stream_recordings r where r.file_id is not null
      union select f.item_id, f.file_id from item_files f join items i on i.id = f.item_id where i.kind <> 'product' and f.role = 'content') x
    join files on files.id = x.file_id cross join lateral jsonb_array_elements(files.variants::jsonb) v
    where v.value ->> 'name' not in ('blur', 'posterBlur', 'teaser')`.execute(app.platform.database);
  return new Map(rows.map(({ key, item_id: itemId }) => [key, itemId]));
};

describe('addresses', () => {
  test('lead to files only for callers with access to their item', async () => {
    const keys = await lockedKeys();
    const leaks = new Set<string>();
    let given = 0;
    for (const { caller, key, text } of answers)
      for (const [address] of text.matchAll(/\/files\/[^"\\ ]+/g)) {
        const file = address.slice('/files/'.length).split('?')[0]!;
        const members = world.members.get(keys.get(file) ?? '')?.granted;
        if (!members || members === 'all') continue;
        given += 1;
        if (!members.includes(caller)) leaks.add(`${key}: ${caller} gets ${address}`);
      }
    expect(given).toBeGreaterThan(20);
    expect([...leaks]).toEqual([]);
  });

  test('play no show that isn’t for everybody without a token, and no recording of one', async () => {
    const shows = [...world.members].filter(([, { granted, moderators }]) => moderators && granted !== 'all').map(([id]) => id);
    expect(shows.length).toBeGreaterThan(4);
    const open: string[] = [];
    for (const id of shows)
      for (const name of [`${id}.m3u8`, `${id}.mp4`, `${id}/init.mp4`])
        for (const [caller, { token }] of Object.entries(world.callers)) {
          const answer = await fetch(`${app.url}/media/stagedoor/streams/${name}`, { headers: token ? { authorization: token } : {} });
          await answer.arrayBuffer();
          if (answer.ok) open.push(`${caller}: ${name}`);
        }
    expect(open).toEqual([]);
  });

  test('open nothing that is locked, neither for the caller who was answered nor for a visitor', async () => {
    const keys = await lockedKeys();
    const addresses = new Map<string, string | undefined>();
    for (const { caller, text } of answers)
      for (const [address] of text.matchAll(/\/(?:files|media)\/[^"\\ ]+/g))
        addresses.set(address, addresses.get(address) ?? world.callers[caller]!.token);
    const isLocked = (address: string): boolean => {
      const members = world.members.get(keys.get(address.slice('/files/'.length).split('?')[0]!) ?? '')?.granted;
      return members !== undefined && members !== 'all';
    };
    const problems: string[] = [];
    for (const [address, token] of addresses)
      for (const headers of [token ? { authorization: token } : {}, {}]) {
        if (isLocked(address)) continue;
        const answer = await fetch(app.url + address, { headers, redirect: 'follow' });
        await answer.arrayBuffer();
        if (answer.ok && isLocked(new URL(answer.url).pathname)) problems.push(`${address} leads to ${answer.url}`);
      }
    expect(addresses.size).toBeGreaterThan(30);
    expect(problems).toEqual([]);
  });
});

const including = (names: readonly string[] | 'all' | undefined, added: readonly string[]): readonly string[] | 'all' =>
  names === 'all' ? names : [...(names ?? []), ...added];

/** Adds what a writing call changed about the audiences of an object. */
const learn = (key: EndpointKey, caller: string, data: unknown): void => {
  const { _id, session } = data as { _id: string; session?: { _id: string } };
  if (key === 'POST /streaming/join/{id}') {
    const members = world.members.get(session!._id);
    // A fan who joined a paid show is in it.
    if (members?.fan) {
      const [granted, fan] = [including(members.granted, [caller]), including(members.fan, [caller])];
      world.members.set(session!._id, { ...members, granted, fan });
    }
  }
  // One side of a conversation is a performer; fans may have opened it first.
  if (key === 'POST /conversations') {
    const performer = including(
      world.members.get(_id)?.performer,
      PERFORMERS.filter((name) => name === caller),
    );
    world.members.set(_id, { performer });
  }
};

describe('the answer of a writing call', () => {
  test('shows fields with an audience only to callers who belong to it', async () => {
    const written = (Object.entries(CONTRACT) as [EndpointKey, Endpoint][]).filter(
      ([key, { download, plain, output }]) =>
        !key.startsWith('GET ') && !download && !plain && declaredAudiences(output).some(({ audience }) => audience !== 'caller'),
    );
    const writes = writesOf(world);
    const walked = new Set<EndpointKey>(writes.map(({ key }) => key));
    expect(written.map(([key]) => key).filter((key) => !walked.has(key) && !(key in LEFT_OUT))).toEqual([]);
    const leaks = new Set<string>();
    const answered = new Set<EndpointKey>();
    for (const { key, params, body } of writes)
      for (const [caller, client] of Object.entries(world.callers)) {
        const { status, data } = await client.raw(key, { ...(params ? { params } : {}), body });
        if (status >= 400) continue;
        answered.add(key);
        learn(key, caller, data);
        for (const leak of leaksIn({ caller, key, fields: [...fieldsOf((CONTRACT as Record<string, Endpoint>)[key]!.output, data)] }))
          leaks.add(leak);
      }
    expect([...leaks].toSorted()).toEqual([]);
    // Somebody was let in by each of them.
    expect([...walked].filter((key) => !answered.has(key))).toEqual([]);
  }, 120_000);
});
