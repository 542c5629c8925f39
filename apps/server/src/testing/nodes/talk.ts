import { randomUUID } from 'node:crypto';
import type { ServerEvents } from '@stagedoor/contract/realtime';
import { type Socket, io } from 'socket.io-client';
import { createClient } from '../client.ts';
import type { Person } from '../factories.ts';

/** One conversation: a fan writes numbered messages, and its performer's browser receives them. */
export interface Talk {
  fan: Person;
  performer: Person;
  conversationId: string;
}

export interface TalkResult {
  /** Messages that were acknowledged to the sender. */
  sent: number;
  /** Received by the performer's socket. */
  heard: number;
  /** Received more than once. */
  repeated: number;
  /** Received after a later one. */
  disordered: number;
  /** Acknowledged, but neither heard nor found in the conversation afterwards. */
  lost: number;
  /** Found in the conversation more than once. */
  doubled: number;
  /** Times from sending to hearing, in milliseconds, of messages heard while nothing was broken. */
  latencies: number[];
}

/** A socket through the balancer, as the site's own pages open it. */
export const openSocket = async (url: string, token: string, transports: string[]): Promise<Socket> => {
  const socket = io(url, {
    transports,
    forceNew: true,
    query: { token },
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
    // Node has no cookie jar: the balancer's cookie must come back with each polling request.
    withCredentials: true,
  });
  socket.on('connect', () => void socket.emit('auth/login', { token }));
  await new Promise<void>((resolve, reject) => {
    socket.once('auth/logged-in', () => resolve());
    socket.once('connect_error', reject);
  });
  return socket;
};

/** Sends a message until it is acknowledged: again with the same key, as the site's outbox does. */
const sendSurely = async (url: string, { fan, conversationId }: Talk, text: string, until: number): Promise<void> => {
  const key = randomUUID();
  for (;;) {
    try {
      const response = await fetch(`${url}/api/messages/conversations/${conversationId}`, {
        method: 'POST',
        headers: { authorization: fan.client.token!, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ text }),
      });
      await response.arrayBuffer();
      if (response.ok) return;
      if (response.status < 500) throw new Error(`a message answered ${response.status}`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    if (Date.now() > until) throw new Error('a message was not accepted in time');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** The texts of a conversation that begin with a label. */
const textsOf = async (url: string, { performer, conversationId }: Talk, label: string): Promise<string[]> => {
  const client = createClient(url, performer.client.token);
  const texts: string[] = [];
  for (let offset = 0; ; offset += 25) {
    const { data } = (await client.call('GET /messages/conversations/{id}', {
      params: { id: conversationId },
      query: { offset, limit: 25 },
    })) as { data: { text: string }[] };
    texts.push(...data.map(({ text }) => text));
    if (data.length < 25) return texts.filter((text) => text.startsWith(`${label} `));
  }
};

/**
 * Has all fans write at a rate while nodes may fail.
 * @param label the first word of this run's messages
 * @param perSecond of all talks together
 * @param onSecond called at the beginning of each second, with its number
 */
export const runTalks = async (
  url: string,
  talks: readonly Talk[],
  { label, perSecond, seconds, onSecond }: { label: string; perSecond: number; seconds: number; onSecond?: (second: number) => void },
): Promise<TalkResult> => {
  const heard = talks.map(() => [] as number[]);
  const sentAt = talks.map(() => [] as number[]);
  const latencies: number[] = [];
  const sockets = await Promise.all(
    talks.map(async ({ performer, conversationId }, index) => {
      const socket = await openSocket(url, performer.client.token!, ['websocket']);
      socket.on('conversations/message', ({ conversationId: id, message }: ServerEvents['conversations/message']) => {
        if (id !== conversationId) return;
        const number = Number(message.text.split(' ')[1]);
        heard[index]!.push(number);
        latencies.push(performance.now() - sentAt[index]![number]!);
      });
      return socket;
    }),
  );
  const total = perSecond * seconds;
  const begin = performance.now();
  const until = Date.now() + seconds * 1000 + 30_000;
  const chains = talks.map(() => Promise.resolve());
  let second = -1;
  for (let count = 0; count < total; count += 1) {
    const due = begin + (count * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const now = Math.floor((performance.now() - begin) / 1000);
    if (now > second) onSecond?.((second = now));
    const index = count % talks.length;
    const number = Math.floor(count / talks.length);
    chains[index] = chains[index]!.then(() => {
      sentAt[index]![number] = performance.now();
      return sendSurely(url, talks[index]!, `${label} ${number}`, until);
    });
  }
  await Promise.all(chains);
  // What is on its way arrives within moments; a message that a killed node stored is found by reading.
  const expected = sentAt.reduce((sum, { length }) => sum + length, 0);
  const deadline = Date.now() + 3000;
  while (heard.reduce((sum, { length }) => sum + length, 0) < expected && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const result: TalkResult = { sent: expected, heard: 0, repeated: 0, disordered: 0, lost: 0, doubled: 0, latencies };
  for (const [index, talk] of talks.entries()) {
    const numbers = heard[index]!;
    const distinct = new Set(numbers);
    result.heard += distinct.size;
    result.repeated += numbers.length - distinct.size;
    result.disordered += numbers.filter((number, at) => at > 0 && number < numbers[at - 1]!).length;
    const found = await textsOf(url, talk, label);
    const stored = new Set(found);
    result.doubled += found.length - stored.size;
    for (let number = 0; number < sentAt[index]!.length; number += 1) if (!stored.has(`${label} ${number}`)) result.lost += 1;
  }
  for (const socket of sockets) socket.disconnect();
  return result;
};
