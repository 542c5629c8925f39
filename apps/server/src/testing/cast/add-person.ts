import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { usernameSkeleton } from '../../modules/accounts/accounts.rules.ts';
import type { TestApp } from '../test-app.ts';
import type { Cast, CastKind, Recorded } from './cast.ts';
import { type Person, emailOf } from './sign-up.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const UUID_WITH_TIME = /^([0-9a-f]{8})-([0-9a-f]{4})-7/;
/** Hashes of tokens, as JSON has a bytea: nobody knows the tokens, but the hashes are unique. */
const TOKEN_HASH = /\\\\x[0-9a-f]{64}/g;
const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?\+00:00/g;

/** The same replacement for the same value. */
const once = (replace: (value: string) => string): ((value: string) => string) => {
  const known = new Map<string, string>();
  return (value) => {
    const found = known.get(value) ?? replace(value);
    known.set(value, found);
    return found;
  };
};

const microsecondsOf = (instant: string): bigint => {
  const [, seconds, fraction = ''] = /^(.{19})(?:\.(\d+))?/.exec(instant)!;
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
};
const instantOf = (microseconds: bigint): string =>
  `${new Date(Number(microseconds / 1000n)).toISOString().slice(0, 19)}.${String(microseconds % 1_000_000n).padStart(6, '0')}+00:00`;
const idOf = (microseconds: bigint): string => {
  const time = (microseconds / 1000n).toString(16).padStart(12, '0');
  // As PostgreSQL's: 12 bits after the milliseconds are fractions of one.
  const fraction = (((microseconds % 1000n) * 4096n) / 1000n).toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${fraction}-${randomUUID().slice(19)}`;
};
const timeOfId = (id: string): bigint | undefined => {
  const [, high, low] = UUID_WITH_TIME.exec(id) ?? [];
  return high && low
    ? BigInt(Number.parseInt(high + low, 16)) * 1000n + (BigInt(Number.parseInt(id.slice(15, 18), 16)) * 1000n) / 4096n
    : undefined;
};

/** The database's time of the last row that was added: the next is later, also in the same millisecond. */
let last = 0n;

/**
 * The rows of a recorded person as those of another one, of now: times of the database's clock become the present in the same order, those
 * of the application's clock keep their distance to it.
 */
const rewrite = (
  cast: Cast,
  { id, username, rows }: Recorded,
  as: { username: string; adminId: string | undefined; now: Date },
): string => {
  const text = JSON.stringify(rows);
  const clockAfter = microsecondsOf(cast.clockAfter);
  const shift = BigInt(as.now.getTime()) * 1000n - microsecondsOf(cast.clock);
  const times = [...text.matchAll(INSTANT)].map(([instant]) => microsecondsOf(instant));
  const ids = [...text.matchAll(UUID)].flatMap(([found]) => timeOfId(found) ?? []);
  const past = [...new Set([...times, ...ids])].filter((time) => time < clockAfter).toSorted((a, b) => (a < b ? -1 : 1));
  const now = BigInt(Date.now()) * 1000n;
  const first = now > last ? now : last + 1n;
  const places = new Map(past.map((time, place) => [time, first + BigInt(place)]));
  last = first + BigInt(past.length);
  const timeOf = (time: bigint): bigint => places.get(time) ?? time + shift;

  const owned = new Set([id, ...Object.values(rows).flatMap((table) => table.map((row) => String(row['id'])))]);
  for (const { original_key: key } of rows['public.files'] ?? []) for (const [found] of String(key).matchAll(UUID)) owned.add(found);
  const replaceId = once((found) => {
    if (found === cast.people.admin.id && found !== id) return as.adminId ?? found;
    if (!owned.has(found)) return found;
    const time = timeOfId(found);
    return time === undefined ? randomUUID() : idOf(timeOf(time));
  });
  const replaceHash = once(() => `\\\\x${randomBytes(32).toString('hex')}`);
  return text
    .replace(UUID, replaceId)
    .replace(TOKEN_HASH, replaceHash)
    .replace(INSTANT, (instant) => instantOf(timeOf(microsecondsOf(instant))))
    .replaceAll(username, as.username)
    .replaceAll(usernameSkeleton(username), usernameSkeleton(as.username));
};

/** Adds a person of the cast to the application's database, and creates a session. */
export const addPerson = async (app: TestApp, cast: Cast, kind: CastKind, username: string, admin?: Person): Promise<Person> => {
  const recorded = cast.people[kind];
  const { database, sessions, storage } = app.platform;
  const rows = rewrite(cast, recorded, { username, adminId: admin?.id, now: app.clock.now() });
  const written: Recorded['rows'] = JSON.parse(rows);
  const id = String(written['public.accounts']![0]!['id']);
  const keys = (written['public.files'] ?? []).map(({ original_key: key }) => String(key));
  for (const [place, content] of Object.values(recorded.files).entries())
    await storage.put(keys[place]!, Buffer.from(content, 'base64'), { contentType: 'image/jpeg' });
  // Their rows are written as they are: what the module of notifications makes sure of before it writes.
  await sql`select add_notification_month(${app.clock.now()}::timestamptz)`.execute(database);
  await sql`select testing.add_rows(${rows}::jsonb)`.execute(database);
  const { token } = await sessions.create(database, id, true, { userAgent: 'node', ip: '127.0.0.1' });
  const client = app.client(token);
  // As after a sign-up, the person was seen, and the session is cached.
  await client.call('GET /users/me');
  return { id, username, email: emailOf(username), client };
};
