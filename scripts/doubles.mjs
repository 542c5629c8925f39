// Doubles of card companies beside a demo: docs/gateway-doubles.md.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { inRoot, nodeProgram, root } from './paths.mjs';
import { Failure, printLine } from './terminal.mjs';

const DEFAULT_PORT = 4801;
/** Doubles that end this often, each within a minute, are not started again. */
const MOST_RESTARTS = 3;
const MINUTE_MS = 60_000;
const RESTART_MS = 1000;

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
const arePairFree = async (port) => (await isFree(port)) && (await isFree(port + 1));

/** Two free ports that follow one another. @returns the first of them */
const findPorts = async () => {
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 200; port += 2) if (await arePairFree(port)) return port;
  throw new Failure('GATEWAY_DOUBLE_PORT: there are no two free ports for the doubles of card companies.');
};

/**
 * The port of the doubles, or undefined if the environment switches them off.
 * @throws Failure when the environment names a port that is in use
 */
export const choosePort = async (environment = process.env) => {
  const wanted = (environment.GATEWAY_DOUBLES || 'yes').toLowerCase();
  if (['no', '0', 'false'].includes(wanted)) return undefined;
  if (!['yes', '1', 'true'].includes(wanted)) throw new Failure(`GATEWAY_DOUBLES must be yes or no (it is "${wanted}").`, 2);
  const port = Number(environment.GATEWAY_DOUBLE_PORT || 0);
  if (port === 0) return findPorts();
  if (!Number.isInteger(port) || port < 1 || port > 65_534) throw new Failure('GATEWAY_DOUBLE_PORT must be a port.', 2);
  if (!(await arePairFree(port))) throw new Failure(`GATEWAY_DOUBLE_PORT: the ports ${port} and ${port + 1} must both be free.`, 2);
  return port;
};

/** Keeps the doubles running for a site that asks for them, until `end`. */
export const createDoubles = (
  port,
  { restartMs = RESTART_MS, command = inRoot('apps/server/src/gateway-doubles/gateway-doubles.command.ts') } = {},
) => {
  let child;
  let isOver = false;
  let latest;
  let retry;
  const ends = [];

  const start = () => {
    const site = latest.site;
    child = spawn(nodeProgram, [command], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        GATEWAY_DOUBLE_PORT: String(port),
        GATEWAY_DOUBLE_SITE: site,
        GATEWAY_DOUBLE_RETURN: `${site}/wallet/return/{orderRef}`,
      },
    });
    child.send({ aheadMs: latest.aheadMs }, () => {});
    child.on('error', (error) => printLine(`The doubles of card companies can’t start: ${error.message}`));
    child.on('exit', (code, signal) => {
      child = undefined;
      if (isOver) return;
      const now = Date.now();
      ends.push(now);
      if (ends.filter((at) => at > now - MINUTE_MS).length > MOST_RESTARTS) {
        printLine(
          `The doubles of card companies ended (${signal ?? code}) again and again: payments by CCBill and Verotel fail until the next start.`,
        );
        return;
      }
      printLine(`The doubles of card companies ended (${signal ?? code}). They are started again.`);
      retry = setTimeout(start, restartMs);
    });
  };

  return {
    /** Takes a message of the site: starts the doubles at the first one, and forwards the site's clock. */
    take(message) {
      if (isOver || message?.kind !== 'doubles') return;
      const isFirst = latest === undefined;
      latest = message;
      if (isFirst) start();
      else child?.send({ aheadMs: message.aheadMs }, () => {});
    },
    /** Ends them for good, and waits until they have. */
    end: async () => {
      isOver = true;
      clearTimeout(retry);
      const ending = child;
      if (!ending) return;
      await new Promise((resolve) => {
        ending.once('exit', resolve);
        ending.kill('SIGTERM');
      });
    },
    get pid() {
      return child?.pid;
    },
  };
};
