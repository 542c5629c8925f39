import { recordOf } from '@stagedoor/contract/keys.values';
import { optionsOf } from '@stagedoor/contract/profile-options';
import { openSessions } from './people.ts';
import { type Line, alternate, lineOf, load, startOurs, startServer } from './rounds.ts';
import { drawOf } from './scale/draws.ts';
import type { Stage } from './stage.ts';
import { makeWorldPeople } from './world/make-people.ts';
import { sizeOf } from './world/size.ts';
import { makeFunctions } from './world/tables.ts';
import { CITIES, LANGUAGES } from './world/words.ts';

/** At the whole scale. */
const PERFORMERS = 100_000;
const FANS = 64;
const CONNECTIONS = 16;
const ROUNDS = 3;
const SECONDS = 2;
const GOAL = 0.5;
const NO_HEADERS: Record<string, string> = {};

/** One in so many was seen within the last five minutes. */
const ONLINE_EACH = 50;

/** Approved performers with a rank, some of them online, and fans. */
const makeDiscover = async (stage: Stage, performers: number): Promise<void> => {
  const { sql } = stage;
  await makeFunctions(sql);
  await makeWorldPeople(stage, { ...sizeOf(1), performers, accounts: performers + FANS });
  await sql.query(`
    update performer_counters set follower_count = abs(hashtext(performer_id::text)) % 5000, score = abs(hashtext(performer_id::text || 's')) % 1000000`);
  // Online for as long as the bench takes.
  await sql.query(`
    update presence set last_seen_at = now() + interval '1 hour' from accounts a
    where a.id = account_id and a.role = 'performer' and abs(hashtext(a.username)) % ${ONLINE_EACH} = 0`);
  await sql.query('vacuum (analyze)');
};

/** The filters, each with its values, as `GET /performers/search` and the peer name them. */
const FILTERS: Record<string, readonly string[]> = {
  country: [...new Set(CITIES.map(([, country]) => country))],
  gender: ['female', 'male', 'nonbinary'],
  language: LANGUAGES,
  online: ['true'],
  ...recordOf(['hairColor', 'bodyType'], optionsOf),
};

/**
 * What discover asks for, of many performers: the ranking, and the ranking with each filter, 24 at once, against bare Fastify with one
 * prepared query of the same rows.
 */
export const discover = async (stage: Stage, scale: number): Promise<readonly Line[]> => {
  const performers = Math.round(PERFORMERS * scale);
  await makeDiscover(stage, performers);
  const tokens = await openSessions(
    stage,
    Array.from({ length: FANS }, (_, n) => performers + 1 + n),
  );
  const ours = await startOurs(stage, { ROLES: 'web', LOG_LEVEL: 'error' });
  const bare = await startServer('./servers/bare-rows.ts', { DATABASE_URL: stage.ownerUrl });
  try {
    const asked: [name: string, ours: string, peer: string, values: readonly string[]][] = [
      ['no filter', '/api/ranking-performers?type=featured&limit=24&value=', '/discover-all/', ['all']],
      ...Object.entries(FILTERS).map(([name, values]): [string, string, string, readonly string[]] => [
        name,
        `/api/performers/search?sortBy=rank&sort=asc&limit=24&${name}=`,
        `/discover-${name}/`,
        values,
      ]),
    ];
    const lines: Line[] = [];
    for (const [place, [name, path, peerPath, values]] of asked.entries()) {
      /** Both sides draw the same. */
      const side = (url: string, prefix: string, isOurs: boolean) => {
        const draw = drawOf(place);
        return (seconds = SECONDS) =>
          load({
            url,
            connections: CONNECTIONS,
            seconds,
            each: () => ({ path: prefix + draw.any(values), headers: isOurs ? { authorization: draw.any(tokens) } : NO_HEADERS }),
          });
      };
      const [askOurs, askPeer] = [side(ours.url, path, true), side(bare.url, peerPath, false)];
      await askOurs(1);
      await askPeer(1);
      lines.push(lineOf(`discover, ${performers} performers, ${name}`, 'responses/s', GOAL, await alternate(ROUNDS, askOurs, askPeer)));
    }
    return lines;
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
};
