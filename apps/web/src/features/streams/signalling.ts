import type { ErrorCode } from '@stagedoor/contract/errors';
import { watchMediaPolicy } from './media-policy.ts';
import { SdpExchangeError } from './sdp-exchange.ts';

// Ant Media's signalling: JSON over a WebSocket, which offers as a publisher and answers as a player.

/** Between two messages that say the page is still there. Milliseconds. */
const PING_MS = 3000;
/** Time for both descriptions, from the opening of the socket. Milliseconds. */
const ANSWER_MS = 10_000;

const TOKEN_REFUSED = [403, 'LIVE_TOKEN_INVALID'] as const;
const NOT_ON_AIR = [404, 'LIVE_NOT_ON_AIR'] as const;
const IN_USE = [409, 'LIVE_ALREADY_PUBLISHING'] as const;

/** Errors by the server's definition, as the status and code of WHIP and WHEP. All others count as a server that is away. */
const ERRORS: Readonly<Record<string, readonly [number, ErrorCode]>> = {
  unauthorized_access: TOKEN_REFUSED,
  authenticationTokenNotValid: TOKEN_REFUSED,
  user_blocked: TOKEN_REFUSED,
  no_stream_exist: NOT_ON_AIR,
  stream_not_exist_or_not_streaming: NOT_ON_AIR,
  stream_not_active_or_expired: NOT_ON_AIR,
  streamIdInUse: IN_USE,
  already_publishing: IN_USE,
};

/** Errors that end a connection which had begun; the server names others for information. */
const ENDING: readonly unknown[] = [
  'publishTimeoutError',
  'noPacketReceivedForTimeoutDuration',
  ...Object.keys(ERRORS).filter((definition) => ERRORS[definition] !== IN_USE),
];

const ENDED: readonly unknown[] = ['publish_finished', 'play_finished'];

export interface SignallingOptions {
  url: string;
  streamId: string;
  token: string;
  /** Goes with the token. */
  subscriberId: string | null;
  signal: AbortSignal;
  /** The server ended the stream for this client, after it had begun. */
  onEnded: () => void;
}

type Message = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const parse = (data: unknown): Message => {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const errorOf = (definition: unknown): SdpExchangeError => {
  const [status, code] = ERRORS[textOf(definition)] ?? ([503, 'LIVE_SERVER_AWAY'] as const);
  return new SdpExchangeError(status, code);
};

const isAway = (): SdpExchangeError => new SdpExchangeError(0, 'LIVE_SERVER_AWAY');

const openSocket = (url: string): WebSocket => {
  watchMediaPolicy(url);
  try {
    return new WebSocket(url);
  } catch {
    // An address that browsers refuse, such as an unencrypted one on an encrypted page.
    throw isAway();
  }
};

/** Takes the other side's candidates, those too that arrive before its description. */
const takeCandidates = (connection: RTCPeerConnection) => {
  const early: RTCIceCandidateInit[] = [];
  const add = (candidate: RTCIceCandidateInit): void => {
    // One that can't be used is no failure: the others may connect.
    connection.addIceCandidate(candidate).catch(() => undefined);
  };
  return {
    take({ candidate, id, label }: Message): void {
      if (!textOf(candidate)) return;
      const taken = { candidate: textOf(candidate), sdpMid: textOf(id) || null, sdpMLineIndex: typeof label === 'number' ? label : null };
      if (connection.remoteDescription) add(taken);
      else early.push(taken);
    },
    /** The description is there. */
    flush(): void {
      for (const candidate of early.splice(0)) add(candidate);
    },
  };
};

/**
 * Connects a peer connection to the server as a publisher of a stream, or as one of its players. The socket stays open beside the media; if it breaks,
 * the media goes on.
 * @returns a function that ends it for the server too
 * @throws SdpExchangeError when the server refuses, or doesn't answer
 */
export const connectBySignalling = (
  connection: RTCPeerConnection,
  use: 'publish' | 'play',
  { url, streamId, token, subscriberId, signal, onEnded }: SignallingOptions,
): Promise<() => void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = openSocket(url);
    const closed = new AbortController();
    const { signal: life } = closed;
    const candidates = takeCandidates(connection);
    let hasBegun = false;
    /** A publisher offers, and a player answers. */
    const awaited = use === 'publish' ? 'answer' : 'offer';
    const send = (message: Message): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    };
    const close = (): void => {
      closed.abort();
      clearInterval(pings);
      clearTimeout(deadline);
      socket.close();
    };
    const stop = (): void => {
      send({ command: 'stop', streamId });
      close();
    };
    const fail = (error: unknown): void => {
      if (life.aborted) return;
      close();
      if (hasBegun) onEnded();
      else reject(error);
    };
    const pings = setInterval(() => send({ command: 'ping' }), PING_MS);
    const deadline = setTimeout(() => fail(isAway()), ANSWER_MS);
    const begun = (): void => {
      clearTimeout(deadline);
      candidates.flush();
      hasBegun = true;
      resolve(stop);
    };
    const describe = async (type: 'offer' | 'answer'): Promise<void> => {
      await connection.setLocalDescription(type === 'offer' ? await connection.createOffer() : await connection.createAnswer());
      send({ command: 'takeConfiguration', streamId, type, sdp: connection.localDescription?.sdp ?? '' });
    };
    const take = async (message: Message): Promise<void> => {
      const { command, definition } = message;
      if (life.aborted || (message['streamId'] ?? streamId) !== streamId) return;
      if (command === 'start' && use === 'publish') await describe('offer');
      else if (command === 'takeConfiguration' && message['type'] === awaited) {
        await connection.setRemoteDescription({ type: awaited, sdp: textOf(message['sdp']) });
        if (use === 'play') await describe('answer');
        begun();
      } else if (command === 'takeCandidate') candidates.take(message);
      else if (command === 'stop' || (command === 'notification' && ENDED.includes(definition))) fail(isAway());
      else if (command === 'error' && (!hasBegun || ENDING.includes(definition))) fail(errorOf(definition));
    };
    connection.addEventListener(
      'icecandidate',
      ({ candidate }) => {
        if (candidate)
          send({
            command: 'takeCandidate',
            streamId,
            label: candidate.sdpMLineIndex,
            id: candidate.sdpMid,
            candidate: candidate.candidate,
          });
      },
      { signal: life },
    );
    socket.addEventListener('open', () => {
      const media = use === 'publish' ? { video: true, audio: connection.getSenders().some(({ track }) => track?.kind === 'audio') } : {};
      send({ command: use, streamId, token, ...(subscriberId ? { subscriberId } : {}), ...media });
    });
    /** Messages are handled one after the other: a candidate must not overtake its description. */
    let last = Promise.resolve();
    socket.addEventListener('message', ({ data }) => {
      // A description that the browser refuses is a failed attempt.
      last = last.then(() => take(parse(data))).catch(() => fail(isAway()));
    });
    // Media that flows doesn't need the socket.
    socket.addEventListener('close', () => (hasBegun ? close() : fail(isAway())));
    signal.addEventListener('abort', () => (hasBegun ? stop() : fail(signal.reason)), { signal: life });
  });
