import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Duplex } from 'node:stream';
import { answerQuestion } from './questions.ts';
import { type Send, candidateFrame, failure, notification, splitCandidates, withRefusedSections } from './frames.ts';
import type { SignallingOptions } from './signalling-options.ts';
import { STREAM_ID } from './store.ts';
import { type Fields, fieldsOf, numberOf, parseFields, textOf } from './values.ts';
import type { Viewer } from './viewers.ts';

/** One client: it may publish and play several streams over its socket. */
interface Client {
  send: Send;
  ip: string;
  origin: string;
  published: Set<string>;
  players: Map<string, Viewer>;
}

const isUsableId = (streamId: string, send: Send): boolean => {
  if (streamId === '') send(failure('noStreamNameSpecified', streamId));
  else if (!STREAM_ID.test(streamId)) send(failure('invalidStreamName', streamId));
  else return true;
  return false;
};

const publish = async (client: Client, message: Fields, { faults, gate, streams }: SignallingOptions): Promise<void> => {
  const { send, published } = client;
  const streamId = textOf(message['streamId']);
  const subscriberId = textOf(message['subscriberId']);
  if (published.has(streamId)) return send(failure('already_publishing', streamId));
  if (faults.publishRefusal !== undefined) return send(failure(faults.publishRefusal, streamId));
  const refused = await gate.refusalByHook({
    streamId,
    use: 'publish',
    token: textOf(message['token']),
    subscriberId,
    subscriberCode: textOf(message['subscriberCode']),
    metaData: textOf(message['metaData']),
    name: textOf(message['streamName']),
  });
  if (refused !== undefined) return send(failure(refused, streamId));
  const mainTrack = textOf(message['mainTrack']);
  const more = subscriberId === '' ? {} : { subscriberId };
  const error = streams.claim(
    streamId,
    subscriberId,
    {
      ...(textOf(message['streamName']) === '' ? {} : { name: textOf(message['streamName']) }),
      ...(textOf(message['metaData']) === '' ? {} : { metaData: textOf(message['metaData']) }),
      ...(textOf(message['role']) === '' ? {} : { role: textOf(message['role']) }),
      ...(mainTrack === '' ? {} : { mainTrackStreamId: mainTrack }),
    },
    {
      started: () => send(notification('publish_started', streamId, { ...more, ...(mainTrack === '' ? {} : { room: mainTrack }) })),
      timedOut: () => send(failure('publishTimeoutError', streamId)),
      finished(reason) {
        published.delete(streamId);
        if (reason === 'stopped') send({ command: 'stop', streamId });
        send(notification('publish_finished', streamId, more));
      },
    },
  );
  if (error !== undefined) return send(failure(error, streamId));
  published.add(streamId);
  send({ command: 'start', streamId, ...more });
};

const play = async (client: Client, message: Fields, { gate, streams, viewers }: SignallingOptions): Promise<void> => {
  const { send, players, ip, origin } = client;
  const streamId = textOf(message['streamId']);
  const subscriberId = textOf(message['subscriberId']);
  if (players.has(streamId)) return send(failure('already_playing', streamId));
  // A one-time token isn't used up by a stream that nobody publishes.
  if (!streams.isLive(streamId)) return send(failure('no_stream_exist', streamId, { error_code: '404' }));
  const refused = await gate.refusalByHook({
    streamId,
    use: 'play',
    token: textOf(message['token']),
    subscriberId,
    subscriberCode: textOf(message['subscriberCode']),
    ipAddress: ip,
    origin,
  });
  if (refused !== undefined) return send(failure(refused, streamId));
  const viewer = viewers.add(
    { streamId, subscriberId, clientIp: ip, viewerInfo: textOf(message['viewerInfo']) },
    {
      offer: (sdp) =>
        send({
          command: 'takeConfiguration',
          streamId,
          type: 'offer',
          sdp,
          idMapping: { 0: `ARDAMSv${streamId}`, 1: `ARDAMSa${streamId}` },
          ...(subscriberId === '' ? {} : { subscriberId }),
        }),
      candidate: (candidate, mid) => send(candidateFrame(streamId, candidate, mid, numberOf(mid, 0))),
      started: () => send(notification('play_started', streamId)),
      finished() {
        players.delete(streamId);
        send(notification('play_finished', streamId));
      },
    },
  );
  if (viewer === 'no_stream_exist') send(failure(viewer, streamId, { error_code: '404' }));
  else if (viewer === 'viewerLimitReached') send(failure(viewer, streamId));
  else players.set(streamId, viewer);
};

const configure = async ({ send, players, published }: Client, message: Fields, { streams }: SignallingOptions): Promise<void> => {
  const streamId = textOf(message['streamId']);
  const sdp = textOf(message['sdp']);
  const player = players.get(streamId)?.player;
  try {
    if (message['type'] === 'answer' && player) return player.takeAnswer(sdp);
    if (!published.has(streamId)) return send(failure('no_peer_associated_before', streamId));
    const answer = splitCandidates(withRefusedSections(sdp, await streams.answer(streamId, sdp)));
    send({ command: 'takeConfiguration', streamId, type: 'answer', sdp: answer.sdp });
    for (const { candidate, mid, label } of answer.candidates) send(candidateFrame(streamId, candidate, mid, label));
  } catch {
    send(failure('notSetRemoteDescription', streamId));
  }
};

const handle = async (client: Client, message: Fields, options: SignallingOptions): Promise<void> => {
  const { send, players, published } = client;
  const streamId = textOf(message['streamId']);
  switch (message['command']) {
    case 'ping':
      return send({ command: 'pong' });
    case 'getIceServerConfig': {
      const { stunServerURI, turnServerUsername, turnServerCredential } = options.settings;
      if (stunServerURI === '') return undefined;
      return send({ command: 'iceServerConfig', stunServerUri: stunServerURI, turnServerUsername, turnServerCredential });
    }
    case 'publish':
      return isUsableId(streamId, send) ? publish(client, message, options) : undefined;
    case 'play':
      return isUsableId(streamId, send) ? play(client, message, options) : undefined;
    case 'takeConfiguration':
      return isUsableId(streamId, send) ? configure(client, message, options) : undefined;
    case 'takeCandidate':
      // A publisher's own checks connect it to the live process.
      return players.get(streamId)?.player.takeCandidate(textOf(message['candidate']), textOf(message['id']));
    case 'toggleVideo':
    case 'toggleAudio':
    case 'enableTrack': {
      const kind = message['command'] === 'toggleAudio' || textOf(message['trackId']).startsWith('ARDAMSa') ? 'audio' : 'video';
      return players.get(streamId)?.player.enable(kind, message['enabled'] === true);
    }
    case 'stop':
      players.get(streamId)?.player.close();
      return published.has(streamId) ? options.streams.finish(streamId, 'left') : undefined;
    default:
      return answerQuestion(message, send, options);
  }
};

/** The signalling of WebRTC over WebSocket. An unknown command is no reason to close the socket. */
export const createSignalling = (options: SignallingOptions) => {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  const sockets = new Set<WebSocket>();

  const connect = (socket: WebSocket, request: IncomingMessage): void => {
    sockets.add(socket);
    const client: Client = {
      send: (message) => {
        if (!options.faults.signallingHangs && socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
      },
      ip: request.socket.remoteAddress ?? '',
      origin: request.headers.origin ?? '',
      published: new Set(),
      players: new Map(),
    };
    /** One after the other, as a client sent them. */
    let last: Promise<void> = Promise.resolve();
    socket.on('message', (data: Buffer) => {
      const message = fieldsOf(parseFields(data.toString()));
      last = last.then(() => handle(client, message, options)).catch(() => client.send(failure('server_error_check_logs', '')));
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      sockets.delete(socket);
      for (const { player } of client.players.values()) player.close();
      for (const streamId of client.published) void options.streams.finish(streamId, 'left');
    });
  };

  return {
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
      server.handleUpgrade(request, socket, head, (open) => connect(open, request)),
    /** Sends every client a message. */
    broadcast(message: Fields): void {
      for (const socket of sockets) socket.send(JSON.stringify(message));
    },
    /** Cuts every connection. */
    cut(): void {
      for (const socket of sockets) socket.terminate();
    },
    count: (): number => sockets.size,
  };
};

export type Signalling = ReturnType<typeof createSignalling>;
