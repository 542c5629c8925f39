import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { findPendingMigrations } from '../database/migrate.ts';
import { CodedError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { secretsMatch } from '../secrets-match.ts';
import { commit, version } from '../version.ts';

/** A database that takes longer counts as unavailable. */
const DATABASE_MS = 2000;

const withTimeout = <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/** Headers that proxies and caches add. Behind one, a connection from this machine says nothing about the caller. */
const FORWARDING = /^(?:forwarded|via|x-(?:forwarded|original|real-ip|client-ip|cluster-client-ip).*|cf-.*|(?:true|fastly)-client-ip)$/;

/** Metrics are for the bearer of the token, and for callers on this machine who asked for this machine, not through a proxy. */
export const mayReadMetrics = ({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>, token: string | undefined): boolean => {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token !== undefined && secretsMatch(bearer, token)) return true;
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name));
  return !isForwarded && LOOPBACK.test(raw.socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '');
};

/** Checks that are shown and don't decide: all nodes may share a disk, and a site that is out of room still serves everything but uploads. */
const SHOWN_ONLY = ['disk'];

/** `/api/health`: alive. `/api/ready`: able to serve, and not about to stop. `/metrics`: see mayReadMetrics. */
export const registerHealth = (
  app: FastifyInstance,
  platform: Platform,
  pool: pg.Pool,
  { isLiveRunning, isStopping }: { isLiveRunning: () => boolean; isStopping: () => boolean },
): void => {
  app.get('/api/health', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: { status: 'alive', version, commit } }),
  );

  app.get('/api/ready', async (_request, reply) => {
    const checks: Record<string, boolean> = { database: false, migrations: false, workers: false, live: isLiveRunning(), disk: false };
    try {
      checks['disk'] = await platform.diskSpace.hasRoom().catch(() => false);
      await withTimeout(DATABASE_MS, pool.query('select 1'));
      checks['database'] = true;
      checks['migrations'] = (await withTimeout(DATABASE_MS, findPendingMigrations(pool))).length === 0;
      checks['workers'] = !platform.config.roles.includes('worker') || platform.quiet.isOn() || platform.jobs.isRunning();
    } catch (error) {
      platform.log.warn({ err: error }, 'not ready');
    }
    const ready = !isStopping() && Object.entries(checks).every(([name, isWell]) => isWell || SHOWN_ONLY.includes(name));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ data: { ready, checks } });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, platform.config.metricsToken)) throw new CodedError('NOT_FOUND');
    return reply.header('content-type', platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
};
