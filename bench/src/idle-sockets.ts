import { makePeople, openSessions } from './people.ts';
import { type Bound, type Server, startOurs, startServer } from './rounds.ts';
import type { ListenOrder } from './servers/chat-listeners.ts';
import { HELD, type Held } from './servers/usage.ts';
import type { Stage } from './stage.ts';

const SOCKETS = 3000;
/** Connected before the measurement: code is compiled, pools and caches are filled. */
const WARM = 300;

/** Opens idle, signed-in sockets to a server. @returns bytes that each costs it */
const costOf = async (server: Server, tokens: readonly string[]): Promise<Held> => {
  const listeners = [await startServer('./servers/chat-listeners.ts', {}), await startServer('./servers/chat-listeners.ts', {})] as const;
  const connect = async (listener: Server, own: readonly string[]): Promise<void> => {
    const order: ListenOrder = { connect: { url: server.url, clients: own.length, isBare: false, isIdle: true, tokens: own } };
    await listener.ask(order);
  };
  try {
    await connect(listeners[0], tokens.slice(0, WARM));
    const before = await server.ask<Held>(HELD);
    await connect(listeners[1], tokens.slice(WARM));
    const after = await server.ask<Held>(HELD);
    return { held: (after.held - before.held) / SOCKETS, resident: (after.resident - before.resident) / SOCKETS };
  } finally {
    for (const listener of listeners) await listener.stop();
  }
};

/** What an idle signed-in socket costs the whole site’s process, against stock Socket.IO that authenticates it and lets it join as many rooms. */
export const idleSockets = async (stage: Stage): Promise<readonly Bound[]> => {
  await makePeople(stage, 1, SOCKETS + WARM);
  const tokens = await openSessions(
    stage,
    Array.from({ length: SOCKETS + WARM }, (_, n) => n + 2),
  );
  const ours = await startOurs(stage, {
    LOG_LEVEL: 'silent',
    ROLES: 'web,worker',
  });
  const stock = await startServer('./servers/idle-stock.ts', {});
  try {
    const one = await costOf(ours, tokens);
    const other = await costOf(stock, tokens);
    const kB = (bytes: number): string => (bytes / 1000).toFixed(1);
    console.log(
      `an idle socket: ours ${kB(one.held)} kB of heap and buffers, ${kB(one.resident)} kB resident; ` +
        `stock Socket.IO ${kB(other.held)} and ${kB(other.resident)} kB`,
    );
    const bound = (name: string, what: keyof Held): Bound => ({
      name: `an idle signed-in socket: ${name}, in times of stock Socket.IO’s`,
      unit: 'times',
      measured: one[what] / other[what],
      atMost: 1.2,
    });
    return [bound('heap and buffers', 'held'), bound('resident memory', 'resident')];
  } finally {
    await ours.stop();
    await stock.stop();
  }
};
