import { WebSocket } from 'ws';
import { ROOM } from './chat-message.ts';

// The clients of the chat bench: they parse every message, and check that none is missing and none comes out of order.

export interface ListenOrder {
  /** `tokens` of the clients; else each has one of its own that any server of this bench takes. */
  connect?: { url: string; clients: number; isBare: boolean; isIdle?: boolean; tokens?: readonly string[] };
  /** Answer once every client has every message up to this one. */
  await?: { last: number; sentAt: Record<number, number> };
  disconnect?: true;
}
export interface Heard {
  deliveries: number;
  faults: number;
  /** Milliseconds from sending to parsing, of a sample. */
  latencies: number[];
}

interface Client {
  socket: WebSocket;
  next: number;
}
interface Message {
  message: { _id: string };
}

let clients: Client[] = [];
let heardAt: [number, number][] = [];
let deliveries = 0;
let faults = 0;

const hear = (client: Client, { message }: Message, isSampled: boolean): void => {
  const number = Number(message._id.slice(-12));
  deliveries += 1;
  if (number !== client.next) faults += 1;
  client.next = number + 1;
  if (isSampled) heardAt.push([number, performance.timeOrigin + performance.now()]);
};

const connectOne = async ({ url, isBare, isIdle, tokens }: NonNullable<ListenOrder['connect']>, index: number): Promise<Client> => {
  const token = tokens?.[index] ?? `client${index}`;
  const address = url.replace('http', 'ws') + (isBare ? '/' : `/socket.io/?EIO=4&transport=websocket&token=${token}`);
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const client: Client = { socket, next: 0 };
  const ready = Promise.withResolvers<void>();
  const isSampled = index % 20 === 0;
  socket.on('error', ready.reject);
  if (isBare) socket.once('open', () => ready.resolve());
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    if (isBare) return hear(client, (JSON.parse(text) as [string, Message])[1], isSampled);
    if (text.startsWith('0')) return socket.send('40');
    if (text === '2') return socket.send('3');
    if (text.startsWith('40')) return socket.send(`420${JSON.stringify(['auth/login', { token }])}`);
    if (text.startsWith('430')) return isIdle ? ready.resolve() : socket.send(`421${JSON.stringify(['streams/join', { streamId: ROOM }])}`);
    if (text.startsWith('431')) return ready.resolve();
    if (!text.startsWith('42')) return undefined;
    const [event, payload] = JSON.parse(text.slice(2)) as [string, Message | Message[]];
    if (event !== 'messages/created') return undefined;
    if (Array.isArray(payload)) for (const one of payload) hear(client, one, isSampled);
    else hear(client, payload, isSampled);
    return undefined;
  });
  await ready.promise;
  return client;
};

process.on('message', (order: ListenOrder) => void handle(order));
const handle = async (order: ListenOrder): Promise<void> => {
  if (order.disconnect) {
    for (const { socket } of clients) socket.terminate();
    clients = [];
    process.send!({});
  } else if (order.connect) {
    for (let from = 0; from < order.connect.clients; from += 50) {
      const many = Array.from({ length: Math.min(50, order.connect.clients - from) }, (_, n) => connectOne(order.connect!, from + n));
      clients.push(...(await Promise.all(many)));
    }
    process.send!({ connected: clients.length });
  } else if (order.await) {
    const { last, sentAt } = order.await;
    const deadline = Date.now() + 30_000;
    while (clients.some(({ next }) => next <= last) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
    const missing = clients.filter(({ next }) => next <= last).length;
    const latencies = heardAt.map(([number, at]) => at - sentAt[number]!);
    process.send!({ deliveries, faults: faults + missing, latencies } satisfies Heard);
    heardAt = [];
    deliveries = 0;
    faults = 0;
    for (const client of clients) client.next = 0;
  }
};
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: '' });
