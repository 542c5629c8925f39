import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';

// Both sides of many conversations, in a process of its own: they send at fixed times, and note when the other side hears it.

/** One side of a conversation. */
export interface Talker {
  token: string;
  /** The node that it calls and is connected to. */
  url: string;
}
export interface TalkOrder {
  connect?: readonly { conversationId: string; sides: readonly [Talker, Talker] }[];
  /** Of so many seconds; what is due in the first `leadInSeconds` isn't measured. */
  talk?: { perSecond: number; seconds: number; leadInSeconds: number };
}
/** Milliseconds from when a message was due to when the other side heard it. */
export interface Talked {
  latencies: number[];
  /** Sent, but not heard within 10 seconds. */
  missing: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let talks: NonNullable<TalkOrder['connect']> = [];
/** When messages on their way were due, by their text. */
const due = new Map<string, number>();
let latencies: number[] = [];
let run = 0;
let measuredFrom = 0;

const connectOne = async ({ token, url }: Talker): Promise<void> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&token=${token}`, {
    perMessageDeflate: false,
  });
  const ready = Promise.withResolvers<void>();
  socket.on('error', ready.reject);
  socket.on('message', (data: Buffer) => {
    const frame = data.toString('utf8');
    if (frame.startsWith('0')) return socket.send('40');
    if (frame === '2') return socket.send('3');
    if (!frame.startsWith('42')) return undefined;
    const [event, payload] = JSON.parse(frame.slice(2)) as [string, { message: { text: string } }];
    if (event === 'auth/logged-in') return ready.resolve();
    if (event !== 'conversations/message') return undefined;
    // What is heard by the sender's other tabs is told from what the receiver hears by the mark of the receiver.
    const at = due.get(`${payload.message.text}>${token}`);
    if (at === undefined) return undefined;
    due.delete(`${payload.message.text}>${token}`);
    if (at >= measuredFrom) latencies.push(performance.now() - at);
    return undefined;
  });
  await ready.promise;
};

const post = async (conversationId: string, from: Talker, to: Talker, text: string): Promise<void> => {
  const body = JSON.stringify({ text });
  const sending = request(`${from.url}/api/messages/conversations/${conversationId}`, {
    method: 'POST',
    agent,
    headers: {
      authorization: from.token,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': crypto.randomUUID(),
      // Bare peers know of no conversations.
      'x-receiver': to.token,
    },
  });
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 201) throw new Error(`a message answered ${response.statusCode}`);
};

const handle = async ({ connect, talk }: TalkOrder): Promise<void> => {
  if (connect) {
    talks = connect;
    const all = connect.flatMap(({ sides }) => sides);
    for (let from = 0; from < all.length; from += 50) await Promise.all(all.slice(from, from + 50).map(connectOne));
    process.send!({ connected: all.length });
  } else if (talk) {
    run += 1;
    const begun = performance.now();
    measuredFrom = begun + talk.leadInSeconds * 1000;
    const send = async (n: number): Promise<void> => {
      const at = begun + (n * 1000) / talk.perSecond;
      await wait(Math.max(0, at - performance.now()));
      const { conversationId, sides } = talks[n % talks.length]!;
      const [from, to] = n % 2 === 0 ? sides : ([sides[1], sides[0]] as const);
      const text = `Play the second one again, please, it was lovely. ${run}.${n}`;
      due.set(`${text}>${to.token}`, at);
      await post(conversationId, from, to, text);
    };
    await Promise.all(Array.from({ length: talk.perSecond * talk.seconds }, (_, n) => send(n)));
    const deadline = performance.now() + 10_000;
    while (due.size > 0 && performance.now() < deadline) await wait(5);
    process.send!({ latencies, missing: due.size } satisfies Talked);
    due.clear();
    latencies = [];
  }
};
process.on('message', (order: TalkOrder) => void handle(order));
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.send!({ url: '' });
