import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { findPendingMigrations } from '../database/migrate.ts';
import type { Platform } from '../platform.ts';
import { version } from '../version.ts';

/** `/api/health`: alive. `/api/ready`: able to serve. `/metrics`: numbers, for this machine and private networks alone. */
export const registerHealth = (app: FastifyInstance, platform: Platform, pool: pg.Pool): void => {
  const commit = process.env['COMMIT'] ?? null;
  app.get('/api/health', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: { status: 'alive', version, commit } }),
  );

  app.get('/api/ready', async (_request, reply) => {
    const checks: Record<string, boolean> = { database: false, migrations: false, workers: false };
    try {
      await pool.query('select 1');
      checks['database'] = true;
      checks['migrations'] = (await findPendingMigrations(pool)).length === 0;
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
    if (!/^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|::ffff:(127|10)\.|f[cd])/.test(request.ip)) return reply.code(404).send();
    return reply.header('content-type', platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
};
