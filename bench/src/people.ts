import { createHash, randomBytes } from 'node:crypto';
import type { Stage } from './stage.ts';

/** Creates the function of the ids of benches: UUIDs of version 7, deterministic for each word. */
export const makeIds = async ({ sql }: Pick<Stage, 'sql'>): Promise<void> => {
  await sql.query(`create or replace function bench_id(p_word text) returns uuid language sql immutable as
    $$ select overlay(overlay(md5(p_word) placing '7' from 13) placing '8' from 17)::uuid $$`);
};

/** Inserts performers and fans directly into the tables. */
export const makePeople = async ({ sql }: Stage, performers: number, fans: number): Promise<void> => {
  await makeIds({ sql });
  await sql.query(
    `insert into accounts (id, role, username, username_skeleton, email, email_verified_at, password_hash, name, avatar_key)
     select bench_id('person' || n), case when n <= $1 then 'performer' else 'fan' end, 'person' || n, 'person' || n, 'person' || n || '@example.org', now(), '-',
       'Person ' || n, 'avatar/' || md5('a' || n) || '/320.webp'
     from generate_series(1, $1::int + $2::int) n`,
    [performers, fans],
  );
  await sql.query(
    `insert into performers (account_id, state, first_name, last_name, gender, country, city, craft, bio, monthly_price_amount, decided_at)
     select bench_id('person' || n), 'approved', 'A', 'B', 'female', 'PT', 'Porto', 'Cellist', 'Bach before coffee.', 900, now() from generate_series(1, $1::int) n`,
    [performers],
  );
};

/** Creates a session for each of these people. @returns their tokens, in the same order */
export const openSessions = async ({ sql }: Pick<Stage, 'sql'>, people: readonly number[]): Promise<string[]> => {
  const tokens = people.map(() => randomBytes(32).toString('base64url'));
  await sql.query(
    `insert into sessions (token_hash, account_id, expires_at)
     select s.hash, bench_id('person' || s.person), now() + interval '1 day' from unnest($1::bytea[], $2::int[]) s (hash, person)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), people],
  );
  return tokens;
};

/** Creates a session for person `n`. @returns its token */
export const openSession = async (stage: Pick<Stage, 'sql'>, n: number): Promise<string> => (await openSessions(stage, [n]))[0]!;
