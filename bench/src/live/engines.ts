import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Publishing, StreamSession, StreamToken } from '@stagedoor/contract/streams';
import { createAntMediaDouble } from '@stagedoor/server/live/ant-media-double/ant-media-double';
import { keptUdpPort } from '@stagedoor/server/live/testing/kept-udp-port';
import { publish } from '@stagedoor/server/live/testing/publisher';
import { watch } from '@stagedoor/server/live/testing/viewer';
import { createEncryption } from '@stagedoor/server/platform/encryption';
import { readSecrets } from '@stagedoor/server/platform/secrets';
import { makePeople, openSession } from '../people.ts';
import { type Bound, median, startOurs } from '../rounds.ts';
import type { Stage } from '../stage.ts';

const ROUNDS = 5;
const POLL_MS = 25;
const DEADLINE_MS = 30_000;
const REST_KEY = 'a-rest-key-of-thirty-two-letters';
const STREAM_KEY = 'a-stream-key-of-thirty-two-signs';

type Engine = 'builtIn' | 'antMedia';

/** Asks until there is an answer. @throws Error after half a minute */
const until = async <T>(ask: () => Promise<T | undefined>): Promise<T> => {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error('the show did not start');
    await wait(POLL_MS);
  }
};

/** Enters a double of Ant Media Server, as the owner's page does, and lets public shows run on an engine. */
const createChoice = async (stage: Stage, address: string, app: string) => {
  const { sealing } = await readSecrets(stage.dataDirectory);
  const secrets = createEncryption(sealing).encrypt({ restKey: REST_KEY, streamKey: STREAM_KEY }, 'mediaServer');
  await stage.sql.query('insert into media_servers (id, address, tokens, secrets, created_at) values ($1, $2, $3, $4, now())', [
    randomUUID(),
    address,
    'jwt',
    secrets,
  ]);
  await stage.sql.query(`select pg_notify('media_servers', '')`);
  const set = (key: string, value: string) =>
    stage.sql.query(
      `insert into settings (key, value, updated_at) values ($1, to_jsonb($2::text), now())
        on conflict (key) do update set value = excluded.value`,
      [key, value],
    );
  return async (engine: Engine): Promise<void> => {
    await set('engineForBroadcast', engine);
    await set('AntMediaAppname', engine === 'antMedia' ? app : 'stagedoor');
    await stage.sql.query(`select pg_notify('settings', '')`);
  };
};

/** How long a show takes from its performer's press to a viewer's first picture, on each engine. */
export const liveEngines = async (stage: Stage): Promise<Bound[]> => {
  await makePeople(stage, 1, 1);
  const performer = await openSession(stage, 1);
  const site = await startOurs(stage, { LOG_LEVEL: 'warn', ROLES: 'web,worker,live' });
  const double = await createAntMediaDouble({
    udpPort: await keptUdpPort(),
    settings: {
      jwtControlEnabled: true,
      jwtSecretKey: REST_KEY,
      playJwtControlEnabled: true,
      publishJwtControlEnabled: true,
      jwtStreamSecretKey: STREAM_KEY,
    },
  });
  await double.listen();
  const choose = await createChoice(stage, double.url, double.app);
  const call = async <T>(path: string, authorization?: string, body: object = {}): Promise<T | undefined> => {
    const response = await fetch(`${site.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: JSON.stringify(body),
    });
    return response.ok ? ((await response.json()) as { data: T }).data : undefined;
  };
  // The addresses of the site name its public url; the bench's server listens elsewhere.
  const here = (address: string): string => `${site.url}${new URL(address).pathname}`;

  const start = async (): Promise<number> => {
    const from = performance.now();
    const { session, publishing } = await until(() =>
      call<{ session: StreamSession; publishing: Publishing }>('/streaming/live', performer, { title: 'Bach by request' }),
    );
    const { streamId, signalling, whip, token, subscriberId } = publishing;
    const publisher = await publish(
      signalling && subscriberId ? { url: signalling, token, signalled: { streamId, subscriberId } } : { url: here(whip!), token },
    );
    const joined = await until(() => call<{ session: StreamSession; token: StreamToken }>(`/streaming/join/${session._id}`));
    const { playback } = joined.session;
    const seen = Promise.withResolvers<number>();
    const viewer = await until(() =>
      watch({
        url: playback!.signalling ?? here(playback!.whep!),
        token: joined.token.tokenId,
        ...(joined.token.subscriberId ? { signalled: { streamId, subscriberId: joined.token.subscriberId } } : {}),
        onPicture: () => seen.resolve(performance.now()),
      }).catch(() => undefined),
    );
    // Viewers find the show once it is live.
    await until(async () => {
      const { rows } = await stage.sql.query<{ state: string }>('select state from streams where id = $1', [streamId]);
      return rows[0]?.state === 'live' ? true : undefined;
    });
    const duration = Math.max(await seen.promise, performance.now()) - from;
    await viewer.stop();
    await publisher.stop();
    await call(`/streaming/end/${streamId}`, performer);
    return duration;
  };

  try {
    const durations: Record<Engine, number[]> = { builtIn: [], antMedia: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const engine of ['builtIn', 'antMedia'] as const) {
        await choose(engine);
        // The site's processes read the settings.
        await wait(1000);
        durations[engine].push(await start());
      }
    const [builtIn, antMedia] = [median(durations.builtIn), median(durations.antMedia)];
    console.log(`a show on the built-in engine starts in ${builtIn.toFixed(0)} ms, on Ant Media Server in ${antMedia.toFixed(0)} ms`);
    return [{ name: 'a show on the second engine starts later', unit: 's', measured: (antMedia - builtIn) / 1000, atMost: 2 }];
  } finally {
    await double.close();
    await site.stop();
  }
};
