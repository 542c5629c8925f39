import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { findPendingMigrations } from '../database/migrate.ts';
import { CodedError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { version } from '../version.ts';

/** A database that takes longer counts as unavailable. */
const DATABASE_MS = 2000;

const withTimeout = <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

/** This machine and private networks: `/metrics` is not for the public. */
const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|::ffff:(127|10)\.|f[cd])/;

/** What proxies add; one that isn't configured as trusted hides the caller. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip', 'true-client-ip'];

/** `/api/health`: alive. `/api/ready`: able to serve. `/metrics`: numbers, for this machine and private networks alone. */
export const registerHealth = (
  app: FastifyInstance,
  platform: Platform,
  pool: pg.Pool,
  { isLiveRunning }: { isLiveRunning: () => boolean },
): void => {
  const commit = process.env['COMMIT'] ?? null;
  app.get('/api/health', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: { status: 'alive', version, commit } }),
  );

  app.get('/api/ready', async (_request, reply) => {
    const checks: Record<string, boolean> = { database: false, migrations: false, workers: false, live: isLiveRunning(), disk: false };
    try {
      checks['disk'] = await platform.diskSpace.hasRoom();
      await withTimeout(DATABASE_MS, pool.query('select 1'));
      checks['database'] = true;
      checks['migrations'] = (await withTimeout(DATABASE_MS, findPendingMigrations(pool))).length === 0;
      checks['workers'] = !platform.config.roles.includes('worker') || platform.jobs.isRunning();
    } catch (error) {
      platform.log.warn({ err: error }, 'not ready');
    }
    const ready = Object.values(checks).every(Boolean);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ data: { ready, checks } });
  });

  app.get('/metrics', async (request, reply) => {
    // Behind a proxy that isn't configured as trusted, the caller's IP address is unknown.
    const forwarded = !platform.config.trustProxy && FORWARDING.some((name) => request.headers[name] !== undefined);
    if (forwarded || !PRIVATE.test(request.ip)) throw new CodedError('NOT_FOUND');
    return reply.header('content-type', platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
};
