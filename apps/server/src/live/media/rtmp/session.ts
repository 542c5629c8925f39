import { MESSAGE, PUBLISHER_LIMITS, type RtmpMessage, createChunkReader } from './chunks.ts';
import {
  type Command,
  acknowledgement,
  connected,
  keyAt,
  noted,
  pingResponse,
  publishNoted,
  publishRefused,
  publishStarted,
  readCommand,
  streamCreated,
  textIn,
} from './commands.ts';
import { createHandshake } from './handshake.ts';
import { RtmpError } from './rtmp-error.ts';

/** A message of media, once its publisher was let in. */
export interface RtmpMedia {
  kind: 'video' | 'audio';
  /** Milliseconds, modulo 2^32. */
  timestamp: number;
  payload: Buffer;
}

export interface RtmpSessionEvents {
  send(bytes: Buffer): void;
  /**
   * Somebody wants to publish with a stream key. Nothing of their media is read before the answer.
   * @returns undefined to let them in, else why they may not, in words for them
   */
  authorize(key: string): Promise<string | undefined>;
  /** Begins once they were let in. */
  started(): void;
  media(media: RtmpMedia): void;
  /** They said goodbye. */
  ended(): void;
}

const PUBLISHED_STREAM = 1;
const PING_REQUEST = 6;
/** Acknowledged each half of the window that publishers are told. */
const ACKNOWLEDGED_BYTES = 1_250_000;
/** More bytes while a key is looked up come from nobody who waits for the answer. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Before they publish, encoders send a few commands. */
const MAX_EARLY_BYTES = 256 * 1024;

type Stage = 'new' | 'connected' | 'asking' | 'publishing' | 'over';

/** Holds the messages after `publish`, and the bytes after those, while a key is looked up. */
const createWaiting = () => {
  let messages: RtmpMessage[] = [];
  let bytes: Buffer[] = [];
  let size = 0;
  const count = (more: number): void => {
    size += more;
    if (size > MAX_WAITING_BYTES) throw new RtmpError('it doesn’t wait for the answer');
  };
  return {
    addMessage(message: RtmpMessage): void {
      count(message.payload.length);
      messages.push(message);
    },
    addBytes(more: Buffer): void {
      count(more.length);
      bytes.push(more);
    },
    take(): { messages: readonly RtmpMessage[]; bytes: Buffer } {
      const taken = { messages, bytes: Buffer.concat(bytes) };
      [messages, bytes, size] = [[], [], 0];
      return taken;
    },
  };
};

/** Acknowledges what arrives. Owns the counts. */
const createAcknowledgements = (send: (bytes: Buffer) => void) => {
  let received = 0;
  let acknowledged = 0;
  return {
    count(bytes: number): void {
      received += bytes;
    },
    sendDue(): void {
      if (received - acknowledged < ACKNOWLEDGED_BYTES) return;
      acknowledged = received;
      send(acknowledgement(received));
    },
  };
};

/** State of a connection. */
interface SessionState {
  stage: Stage;
  /** The application of `connect`. */
  app: string;
  hasStream: boolean;
}

/** The commands of a publisher, by name. */
const createCommands = (state: SessionState, events: RtmpSessionEvents, { admit, end }: { admit(key: string): void; end(): void }) => {
  const connect = ({ transaction, object }: Command): void => {
    if (state.stage !== 'new') throw new RtmpError('it connects twice');
    state.app = textIn(object, 'app');
    if (state.app === '' && textIn(object, 'tcUrl') === '') throw new RtmpError('it connects to nothing');
    state.stage = 'connected';
    events.send(connected(transaction));
  };
  const publish = ({ values }: Command): void => {
    if (state.stage !== 'connected' || !state.hasStream) throw new RtmpError('it publishes before it connects');
    const [name] = values;
    if (typeof name !== 'string') throw new RtmpError('it publishes without a name');
    state.stage = 'asking';
    admit(keyAt(state.app, name));
  };
  const createStream = ({ transaction }: Command): void => {
    state.hasStream = true;
    events.send(streamCreated(transaction));
  };
  const note = ({ transaction }: Command): void => events.send(noted(transaction));
  // Others are answers to nothing, and commands of players.
  return new Map<string, (command: Command) => void>([
    ['connect', connect],
    ['createStream', createStream],
    ['publish', publish],
    ['FCPublish', () => events.send(publishNoted())],
    ['releaseStream', note],
    ['_checkbw', note],
    ['FCUnpublish', end],
    ['deleteStream', end],
    ['closeStream', end],
    ['close', end],
  ]);
};

/**
 * One connection of a publisher: handshake, commands and media, without a socket. Owns its stage.
 * Order and answers: RTMP 1.0, section 7; what OBS and ffmpeg send.
 */
export const createRtmpSession = (events: RtmpSessionEvents) => {
  const handshake = createHandshake();
  const reader = createChunkReader();
  const waiting = createWaiting();
  const acknowledgements = createAcknowledgements(events.send);
  const state: SessionState = { stage: 'new', app: '', hasStream: false };
  let early = 0;

  const end = (): void => {
    if (state.stage === 'over') return;
    const wasPublishing = state.stage === 'publishing';
    state.stage = 'over';
    if (wasPublishing) events.ended();
  };
  const refuse = (why: string): void => {
    events.send(publishRefused(why));
    state.stage = 'over';
    events.ended();
  };
  const admit = async (key: string): Promise<void> => {
    const refusal =
      key === '' ? 'The stream key is missing.' : await events.authorize(key).catch(() => 'The site is busy. Try again later.');
    if (state.stage !== 'asking') return;
    if (refusal !== undefined) return refuse(refusal);
    state.stage = 'publishing';
    reader.raise(PUBLISHER_LIMITS);
    events.send(publishStarted());
    events.started();
    const { messages, bytes } = waiting.take();
    try {
      for (const message of messages) read(message);
      take(bytes);
    } catch {
      end();
    }
  };
  const obeys = createCommands(state, events, { admit: (key) => void admit(key), end });
  const read = (message: RtmpMessage): void => {
    const { type, payload, messageStreamId, timestamp } = message;
    if (type === MESSAGE.command || type === MESSAGE.command3) {
      const command = readCommand(message);
      obeys.get(command.name)?.(command);
    } else if (type === MESSAGE.userControl && payload.length >= 6 && payload.readUInt16BE() === PING_REQUEST) {
      events.send(pingResponse(payload));
    } else if (type === MESSAGE.video || type === MESSAGE.audio) {
      if (state.stage !== 'publishing') throw new RtmpError('media comes before it may be published');
      if (messageStreamId === PUBLISHED_STREAM) events.media({ kind: type === MESSAGE.video ? 'video' : 'audio', timestamp, payload });
    }
  };
  const take = (bytes: Buffer): void => {
    for (const message of reader.push(bytes)) {
      if (state.stage === 'over') return;
      if (state.stage === 'asking') waiting.addMessage(message);
      else read(message);
    }
  };

  return {
    /** @throws RtmpError for bytes that no publisher sends: the connection is to be closed */
    push(arrived: Buffer): void {
      if (state.stage === 'over') return;
      acknowledgements.count(arrived.length);
      let bytes = arrived;
      if (!handshake.isDone()) {
        const { answer, rest } = handshake.push(arrived);
        if (answer) events.send(answer);
        bytes = rest;
      }
      if (state.stage === 'asking') return waiting.addBytes(bytes);
      if (state.stage !== 'publishing') early += bytes.length;
      if (early > MAX_EARLY_BYTES) throw new RtmpError('it sends much and doesn’t publish');
      take(bytes);
      acknowledgements.sendDue();
    },
  };
};

export type RtmpSession = ReturnType<typeof createRtmpSession>;
