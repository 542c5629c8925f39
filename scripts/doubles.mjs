// Doubles of card companies beside a demo: docs/gateway-doubles.md.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { inRoot, nodeProgram, root } from './paths.mjs';
import { Failure, printLine } from './terminal.mjs';

const DEFAULT_PORT = 4801;
const PORTS_TRIED = 200;
/** Doubles that end more often within a minute are not started again. */
const MOST_RESTARTS = 3;
const MINUTE_MS = 60_000;
const RESTART_MS = 1000;
const COMMAND = inRoot('apps/server/src/gateway-doubles/gateway-doubles.command.ts');

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
const isPairFree = async (port) => (await isFree(port)) && (await isFree(port + 1));

/** A demo is refused on such a site (set-up.ts). */
const isPublic = (url) => URL.canParse(url) && !['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/**
 * The port of CCBill's double, with a free one after it for Verotel's; undefined if the environment switches the doubles off, or is that of a public
 * site.
 * @throws Failure naming the variable that can't be used
 */
export const choosePort = async (environment = process.env) => {
  const wanted = (environment.GATEWAY_DOUBLES || 'yes').toLowerCase();
  if (['no', '0', 'false'].includes(wanted)) return undefined;
  if (!['yes', '1', 'true'].includes(wanted)) throw new Failure(`GATEWAY_DOUBLES must be yes or no (it is "${wanted}").`, 2);
  if (isPublic(environment.PUBLIC_URL)) return undefined;
  const port = Number(environment.GATEWAY_DOUBLE_PORT || 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_534)
    throw new Failure(`GATEWAY_DOUBLE_PORT must be a port (it is "${environment.GATEWAY_DOUBLE_PORT}").`, 2);
  if (port > 0) {
    if (await isPairFree(port)) return port;
    throw new Failure(`GATEWAY_DOUBLE_PORT: the ports ${port} and ${port + 1} must both be free.`, 2);
  }
  for (let free = DEFAULT_PORT; free < DEFAULT_PORT + PORTS_TRIED; free += 2) if (await isPairFree(free)) return free;
  printLine('No ports are free for the doubles of card companies: they are not started. GATEWAY_DOUBLE_PORT names others.');
  return undefined;
};

/** Keeps the doubles running from the first message of a site until `end`. */
export const keepDoubles = (port, { command = COMMAND, restartMs = RESTART_MS, say = printLine } = {}) => {
  let child;
  let latest;
  let retry;
  let isOver = false;
  const ends = [];

  const start = () => {
    const { site, aheadMs } = latest;
    const started = spawn(nodeProgram, [command], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        GATEWAY_DOUBLE_PORT: String(port),
        GATEWAY_DOUBLE_SITE: site,
        GATEWAY_DOUBLE_RETURN: `${site}/wallet/return/{orderRef}`,
      },
    });
    child = started;
    started.on('error', (error) => say(`The doubles of card companies can’t be started: ${error.message}`));
    started.on('exit', (code, signal) => {
      child = undefined;
      if (isOver) return;
      const reason = signal ?? `code ${code}`;
      const now = Date.now();
      ends.push(now);
      if (ends.filter((at) => at > now - MINUTE_MS).length > MOST_RESTARTS) {
        say(
          `The doubles of card companies ended again (${reason}) and stay ended: payments with CCBill and Verotel fail until the next start.`,
        );
        return;
      }
      say(`The doubles of card companies ended (${reason}) and are started again.`);
      retry = setTimeout(start, restartMs);
    });
    started.send({ aheadMs }, () => {});
  };

  return {
    /** Starts the doubles at the first message of the site, and forwards its clock. */
    take(message) {
      if (isOver) return;
      const isFirst = latest === undefined;
      latest = message;
      if (isFirst) start();
      else child?.send({ aheadMs: message.aheadMs }, () => {});
    },
    /** Ends them for good, and waits until they have ended. */
    async end() {
      isOver = true;
      clearTimeout(retry);
      const ending = child;
      if (!ending) return;
      await new Promise((resolve) => {
        ending.once('exit', resolve);
        ending.kill('SIGTERM');
      });
    },
    /** Process id of the doubles while they run. */
    get pid() {
      return child?.pid;
    },
  };
};

const isMessage = (message) => typeof message?.site === 'string' && typeof message.aheadMs === 'number';

/** Listens on loopback for messages of the site. Its address has a secret: other programs of this machine can't guess it. */
const openChannel = async (take) => {
  const path = `/${randomBytes(16).toString('hex')}`;
  const answer = async (request) => {
    if (request.method !== 'POST' || request.url !== path) return 404;
    const message = JSON.parse(await text(request));
    if (!isMessage(message)) return 400;
    take(message);
    return 204;
  };
  const server = createHttpServer((request, response) => {
    void answer(request)
      .catch(() => 400)
      .then((status) => response.writeHead(status).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${server.address().port}${path}`, close };
};

/**
 * Prepares what a demo needs to ask for the doubles. The site knows by its database whether it is one; any other site never asks.
 *
 * @returns the environment of the site, and `end`
 */
export const prepareDoubles = async (environment = process.env) => {
  const port = await choosePort(environment);
  if (port === undefined) return { env: { GATEWAY_DOUBLE_PORT: '', GATEWAY_DOUBLE_LAUNCHER: '' }, end: async () => {} };
  const doubles = keepDoubles(port);
  const channel = await openChannel((message) => doubles.take(message));
  return {
    env: { GATEWAY_DOUBLE_PORT: String(port), GATEWAY_DOUBLE_LAUNCHER: channel.address },
    async end() {
      channel.close();
      await doubles.end();
    },
  };
};
