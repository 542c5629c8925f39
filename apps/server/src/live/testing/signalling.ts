import { once } from 'node:events';
import type { PeerConnection } from 'node-datachannel';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type NegotiatedSession, gatherCandidates } from './client.ts';

/** A stream as Ant Media's signalling names it. */
export interface SignalledStream {
  streamId: string;
  subscriberId: string;
}

/** A connection that was made by signalling. */
export interface SignalledLink {
  session: NegotiatedSession;
  /** The server ended it. */
  isClosed(): boolean;
  /** Ends it as a client does. */
  close(): void;
  /** Breaks the socket, like a power failure. */
  vanish(): void;
}

const messageSchema = z.object({
  command: z.string(),
  definition: z.string().optional(),
  sdp: z.string().optional(),
  candidate: z.string().optional(),
  id: z.string().optional(),
});
type Message = z.output<typeof messageSchema>;

const OVER = ['publish_finished', 'play_finished'];

const open = async (url: string, { streamId }: SignalledStream) => {
  const socket = new WebSocket(url);
  let isClosed = false;
  const handlers = new Set<(message: Message) => void>();
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => {});
  socket.on('error', fail);
  socket.on('close', () => {
    isClosed = true;
    fail(new Error('the server closed the socket'));
  });
  socket.on('message', (data: Buffer) => {
    const message = messageSchema.parse(JSON.parse(data.toString()));
    if (message.command === 'error') fail(new Error(`refused: ${message.definition}`));
    if (message.command === 'stop' || OVER.includes(message.definition ?? '')) isClosed = true;
    for (const handle of handlers) handle(message);
  });
  await Promise.race([once(socket, 'open'), failed]);
  const send = (fields: Record<string, unknown>): void => socket.send(JSON.stringify({ streamId, ...fields }));
  return {
    socket,
    send,
    on: (handle: (message: Message) => void): void => void handlers.add(handle),
    /** @throws Error when the server refuses */
    message: (fits: (message: Message) => boolean): Promise<Message> =>
      Promise.race([
        failed,
        new Promise<Message>((resolve) => {
          handlers.add((message) => {
            if (fits(message)) resolve(message);
          });
        }),
      ]),
    link: (body: string): SignalledLink => ({
      session: { status: 200, location: url, etag: '', body, headers: new Headers() },
      isClosed: () => isClosed,
      close() {
        if (socket.readyState === WebSocket.OPEN) send({ command: 'stop' });
        socket.close();
      },
      vanish: () => socket.terminate(),
    }),
  };
};

const takeCandidates = (connection: PeerConnection, on: (handle: (message: Message) => void) => void): (() => void) => {
  const early: Message[] = [];
  let isReady = false;
  const add = ({ candidate = '', id = '0' }: Message): void => {
    if (candidate !== '') connection.addRemoteCandidate(candidate, id);
  };
  on((message) => {
    if (message.command !== 'takeCandidate') return;
    if (isReady) add(message);
    else early.push(message);
  });
  return () => {
    isReady = true;
    for (const message of early.splice(0)) add(message);
  };
};

/** Publishes as Ant Media's own SDK does: the client offers. @throws Error with the server's definition */
export const publishBySignalling = async (
  connection: PeerConnection,
  url: string,
  token: string,
  stream: SignalledStream,
): Promise<SignalledLink> => {
  const { socket, send, on, message, link } = await open(url, stream);
  const ready = takeCandidates(connection, on);
  try {
    const start = message(({ command }) => command === 'start');
    send({ command: 'publish', token, subscriberId: stream.subscriberId, video: true, audio: true });
    await start;
    connection.setLocalDescription('offer');
    const answer = message(({ command, sdp }) => command === 'takeConfiguration' && sdp !== undefined);
    send({ command: 'takeConfiguration', type: 'offer', sdp: await gatherCandidates(connection) });
    const { sdp = '' } = await answer;
    connection.setRemoteDescription(sdp, 'answer');
    ready();
    return link(sdp);
  } catch (error) {
    socket.terminate();
    connection.close();
    throw error;
  }
};

/** Plays as Ant Media's own SDK does: the server offers. @throws Error with the server's definition */
export const playBySignalling = async (
  connection: PeerConnection,
  url: string,
  token: string,
  stream: SignalledStream,
): Promise<SignalledLink> => {
  const { socket, send, on, message, link } = await open(url, stream);
  const ready = takeCandidates(connection, on);
  try {
    const offer = message(({ command, sdp }) => command === 'takeConfiguration' && sdp !== undefined);
    send({ command: 'play', token, room: '', trackList: [], subscriberId: stream.subscriberId });
    const { sdp = '' } = await offer;
    connection.setRemoteDescription(sdp, 'offer');
    ready();
    connection.setLocalDescription('answer');
    send({ command: 'takeConfiguration', type: 'answer', sdp: await gatherCandidates(connection) });
    await message(({ definition }) => definition === 'play_started');
    return link(sdp);
  } catch (error) {
    socket.terminate();
    connection.close();
    throw error;
  }
};
