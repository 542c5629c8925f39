import { type Bound, type Server, printBound, startOurs, startServer } from '../rounds.ts';
import { USAGE, type Usage } from '../servers/usage.ts';
import { type World, openWorld } from '../world/world.ts';
import { type Audience, gatherAudience } from './audience.ts';
import { type Kept, figuresOfTenth, keepFigures, printScaleLine } from './figures.ts';
import { type ScaleLine, linesFor } from './lines.ts';
import { type Servers, measureLine } from './measure-line.ts';

/** What `npm run bench scale` was asked for. */
export interface ScaleOptions {
  scale: number;
  /** Only lines whose name has this. */
  line: string | undefined;
}

const MEBIBYTE = 2 ** 20;
const MEMORY_AT_MOST = 450;

/** Starts the servers of the lines; ours with its pages, which must have been built, where one is measured. */
const startServers = async (
  world: World,
  audience: Audience,
  lines: readonly ScaleLine[],
): Promise<Servers & { stop(): Promise<void> }> => {
  const hasPages = lines.some(({ peerServer }) => peerServer);
  const startSite = (): Promise<Server> =>
    startOurs(world, {
      LOG_LEVEL: 'error',
      ROLES: 'web',
      PUBLIC_URL: 'http://localhost:8080',
      ...(hasPages ? { WEB: '1' } : {}),
    });
  const startRows = (): Promise<Server> => startServer('./servers/bare-rows.ts', { DATABASE_URL: world.ownerUrl });
  let ours = await startSite();
  let rows = await startRows();
  let pages: Server | undefined;
  return {
    sql: world.sql,
    fans: audience.fans.length,
    ours: () => ours,
    async peer({ peerServer = 'rows' }) {
      if (peerServer === 'pages')
        return (pages ??= await startServer('./servers/rendered-pages.ts', { OURS: ours.url, TOKEN: audience.fans[0]!.token }));
      return peerServer === 'ours' ? ours : rows;
    },
    async restart() {
      await Promise.all([ours.stop(), rows.stop(), pages?.stop()]);
      pages = undefined;
      ours = await startSite();
      rows = await startRows();
    },
    async stop() {
      await Promise.all([ours.stop(), rows.stop(), pages?.stop()]);
    },
  };
};

/** Every read of the product over the bench world, asked by many. @returns whether every goal was reached */
export const scaleBench = async ({ scale, line: wanted }: ScaleOptions): Promise<boolean> => {
  const world = await openWorld(scale);
  try {
    const audience = await gatherAudience(world);
    const every = linesFor(audience);
    const lines = every.filter(({ name }) => wanted === undefined || name.includes(wanted));
    if (lines.length === 0) throw new Error(`No line has "${wanted}"; there are ${every.map(({ name }) => name).join('; ')}.`);
    const tenth = await figuresOfTenth(scale);
    const servers = await startServers(world, audience, lines);
    const figures: Kept = {};
    let isOk = true;
    try {
      for (const line of lines) {
        try {
          const measured = await measureLine(servers, line, 1 + every.indexOf(line));
          figures[line.name] = measured;
          isOk = printScaleLine(line, measured, tenth[line.name]) && isOk;
        } catch (error) {
          isOk = false;
          console.log(`${line.name}: FAILED, ${(error as Error).message}`);
        }
      }
      const { memory } = await servers.ours().ask<Usage>(USAGE);
      const bound: Bound = {
        name: 'memory of our server after all of it',
        unit: 'MB',
        measured: memory / MEBIBYTE,
        atMost: MEMORY_AT_MOST,
      };
      isOk = printBound(bound) && isOk;
    } finally {
      await servers.stop();
    }
    await keepFigures(scale, figures);
    return isOk;
  } finally {
    await world.close();
  }
};
