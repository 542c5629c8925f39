import { makePeople, openSessions } from './people.ts';
import { type Line, alternate, lineOf, load, startOurs } from './rounds.ts';
import type { Stage } from './stage.ts';

const MANY = 1_000_000;
const FEW = 1000;
const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 8;

/** Two performers with conversations, of which every hundredth is unread, each with one message; the fans of the second are among those of the first. */
const makeConversations = async (stage: Stage): Promise<void> => {
  // Filled row by row, the index of names would take longer than everything else.
  const { rows } = await stage.sql.query<{ indexdef: string }>(`select indexdef from pg_indexes where indexname = 'accounts_name_parts'`);
  await stage.sql.query('drop index accounts_name_parts');
  await makePeople(stage, 2, MANY);
  await stage.sql.query(rows[0]!.indexdef);
  // The rows are right by construction: checking each reference would take as long as writing them.
  const client = await stage.sql.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `create unlogged table bench_talks as
       select bench_id('talk' || p || ':' || n) as id, bench_id('said' || p || ':' || n) as message_id, bench_id('person' || p) as performer_id,
         bench_id('person' || 2 + n) as fan_id, now() - n * interval '1 second' as at, n
       from (values (1, $1::int), (2, $2::int)) s (p, amount), generate_series(1, amount) n`,
      [MANY, FEW],
    );
    await client.query(
      `insert into conversations (id, type, performer_id, fan_id, source, source_id, last_message_id, last_message_at, created_at, updated_at)
       select id, 'private', performer_id, fan_id, 'performer', performer_id, message_id, at, at, at from bench_talks`,
    );
    await client.query(
      `insert into conversation_members (conversation_id, account_id, peer_id, last_message_at, unread_count)
       select id, performer_id, fan_id, at, case when n % 100 = 0 then 1 else 0 end from bench_talks
       union all select id, fan_id, performer_id, at, 0 from bench_talks`,
    );
    await client.query(
      `insert into messages (id, conversation_id, sender_id, recipient_id, text, created_at, updated_at)
       select message_id, id, fan_id, performer_id, case when n % 97 = 0 then 'About the morning show' else 'Hello number ' || n end, at, at from bench_talks`,
    );
    await client.query('drop table bench_talks');
    await client.query('set session_replication_role = origin');
  } finally {
    client.release();
  }
  await stage.sql.query('vacuum analyze');
};

/** The conversation list of a performer with a million conversations, against that of one with a thousand. */
export const conversationLists = async (stage: Stage): Promise<readonly Line[]> => {
  await makeConversations(stage);
  const [many, few] = await openSessions(stage, [1, 2]);
  const server = await startOurs(stage, {
    LOG_LEVEL: 'silent',
    ROLES: 'web',
  });
  const reads = {
    'first page': '/api/conversations?limit=20',
    'a later page': '/api/conversations?limit=20&offset=200',
    unread: '/api/conversations?limit=20&filter=unread',
    'a name': '/api/conversations/search?limit=20&q=person%20500',
    'a word of one message': '/api/conversations/search?limit=20&q=777777',
    'a word of every hundredth message': '/api/conversations/search?limit=20&q=morning',
    'a word of nearly every message': '/api/conversations/search?limit=20&q=hello',
  };
  try {
    const lines: Line[] = [];
    for (const [name, path] of Object.entries(reads)) {
      const ask = (token: string) => () =>
        load({ url: `${server.url}${path}`, connections: CONNECTIONS, seconds: SECONDS, headers: { authorization: token } });
      await ask(many!)();
      const rates = await alternate(ROUNDS, ask(many!), ask(few!));
      lines.push(lineOf(`conversations of a performer with a million, against one with a thousand: ${name}`, 'responses/s', 0.8, rates));
    }
    return lines;
  } finally {
    await server.stop();
  }
};
