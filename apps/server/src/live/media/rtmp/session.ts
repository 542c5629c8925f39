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

type Stage = 'new' | 'connected' | 'asking' | 'publishing' | 'over';

/**
 * One connection of a publisher: handshake, commands and media, without a socket. Owns its stage.
 * Order and answers: RTMP 1.0, section 7; what OBS and ffmpeg send.
 */
export const createRtmpSession = (events: RtmpSessionEvents) => {
  const handshake = createHandshake();
  const reader = createChunkReader();
  let stage: Stage = 'new';
  let app = '';
  let received = 0;
  let acknowledged = 0;
  let hasStream = false;
  /** What arrives while a key is looked up: the messages after `publish`, and the bytes after those. */
  let waiting: { messages: RtmpMessage[]; bytes: Buffer[]; size: number } = { messages: [], bytes: [], size: 0 };

  const connect = ({ transaction, object }: Command): void => {
    if (stage !== 'new') throw new RtmpError('it connects twice');
    app = textIn(object, 'app');
    if (app === '' && textIn(object, 'tcUrl') === '') throw new RtmpError('it connects to nothing');
    stage = 'connected';
    events.send(connected(transaction));
  };
  const end = (): void => {
    if (stage === 'over') return;
    const wasPublishing = stage === 'publishing';
    stage = 'over';
    if (wasPublishing) events.ended();
  };
  const publish = ({ values }: Command): void => {
    if (stage !== 'connected' || !hasStream) throw new RtmpError('it publishes before it connects');
    const [name] = values;
    if (typeof name !== 'string') throw new RtmpError('it publishes without a name');
    stage = 'asking';
    void admit(keyAt(app, name));
  };
  const admit = async (key: string): Promise<void> => {
    const refusal =
      key === '' ? 'The stream key is missing.' : await events.authorize(key).catch(() => 'The site is busy. Try again later.');
    if (stage !== 'asking') return;
    if (refusal !== undefined) {
      events.send(publishRefused(refusal));
      stage = 'over';
      events.ended();
      return;
    }
    stage = 'publishing';
    reader.raise(PUBLISHER_LIMITS);
    events.send(publishStarted());
    events.started();
    const { messages, bytes } = waiting;
    waiting = { messages: [], bytes: [], size: 0 };
    try {
      for (const message of messages) read(message);
      take(Buffer.concat(bytes));
    } catch {
      end();
    }
  };
  const wait = (bytes: number): void => {
    waiting.size += bytes;
    if (waiting.size > MAX_WAITING_BYTES) throw new RtmpError('it doesn’t wait for the answer');
  };
  const obey = (command: Command): void => {
    const { name, transaction } = command;
    switch (name) {
      case 'connect':
        return connect(command);
      case 'createStream':
        hasStream = true;
        return events.send(streamCreated(transaction));
      case 'publish':
        return publish(command);
      case 'FCPublish':
        return events.send(publishNoted());
      case 'releaseStream':
      case '_checkbw':
        return events.send(noted(transaction));
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
      case 'close':
        return end();
      default:
        // Answers to nothing, and commands of players.
        return undefined;
    }
  };
  const read = (message: RtmpMessage): void => {
    const { type, payload, messageStreamId, timestamp } = message;
    if (type === MESSAGE.command || type === MESSAGE.command3) return obey(readCommand(message));
    if (type === MESSAGE.userControl && payload.length >= 6 && payload.readUInt16BE() === PING_REQUEST)
      return events.send(pingResponse(payload));
    if (type !== MESSAGE.video && type !== MESSAGE.audio) return undefined;
    if (stage !== 'publishing') throw new RtmpError('media comes before it may be published');
    if (messageStreamId === PUBLISHED_STREAM) events.media({ kind: type === MESSAGE.video ? 'video' : 'audio', timestamp, payload });
    return undefined;
  };
  const take = (bytes: Buffer): void => {
    for (const message of reader.push(bytes)) {
      if (stage === 'over') return;
      if (stage === 'asking') {
        wait(message.payload.length);
        waiting.messages.push(message);
      } else read(message);
    }
  };

  return {
    stage: (): Stage => stage,
    /** @throws RtmpError for bytes that no publisher sends: the connection is to be closed */
    push(arrived: Buffer): void {
      if (stage === 'over') return;
      received += arrived.length;
      let bytes = arrived;
      if (!handshake.isDone()) {
        const { answer, rest } = handshake.push(arrived);
        if (answer) events.send(answer);
        bytes = rest;
      }
      if (stage === 'asking') {
        wait(bytes.length);
        waiting.bytes.push(bytes);
        return;
      }
      take(bytes);
      if (received - acknowledged < ACKNOWLEDGED_BYTES) return;
      acknowledged = received;
      events.send(acknowledgement(received));
    },
  };
};

export type RtmpSession = ReturnType<typeof createRtmpSession>;
