import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type WritableAmf, writeAmf0 } from '@stagedoor/server/live/media/rtmp/amf0';
import { MESSAGE, writeMessage } from '@stagedoor/server/live/media/rtmp/chunks';
import { isConfiguration, readFlv } from '../live/flv-file.ts';
import { FRAMES_PER_SECOND } from '../live/film.ts';
import type { SentPicture } from './live-publisher.ts';

// Publishes a film that was encoded before by RTMP, in real time, and notes when each picture was sent.

type Question = { publish: { port: number; key: string } } | { sent: true } | { stop: true };

const CHUNK_SIZE = 65_536;
const BLOCK_BYTES = 1536;
const TICK_MS = 5;
const AUDIO = 8;
const VIDEO = 9;
/** Milliseconds of one frame of AAC, and of a picture. */
const SOUND_MS = 1024 / 48;
const PICTURE_MS = 1000 / FRAMES_PER_SECOND;
const SETTLE_MS = 30;

const tags = readFlv(readFileSync(process.env['FLV']!));
const configurations = tags.filter((tag) => tag.type === 18 || isConfiguration(tag));
/** An end of sequence has no more than the header of a picture. */
const media = tags.filter((tag) => tag.type !== 18 && !isConfiguration(tag) && tag.payload.length > 5);
const pictures = media.filter(({ type }) => type === VIDEO);
const sounds = media.filter(({ type }) => type === AUDIO);

let socket: Socket | undefined;
let timer: NodeJS.Timeout | undefined;
/** All of the running show. */
let sent: SentPicture[] = [];

const command = (values: readonly WritableAmf[], messageStreamId = 0): Buffer =>
  writeMessage({ csid: 3, type: MESSAGE.command, messageStreamId, timestamp: 0, payload: writeAmf0(values) }, CHUNK_SIZE);

/** Reads whatever the server says, and waits until it is silent for a moment: this client knows what the answers are. */
const settled = async (): Promise<void> => wait(SETTLE_MS);

const greet = async (connection: Socket, key: string): Promise<void> => {
  connection.write(Buffer.concat([Buffer.of(3), Buffer.alloc(8), randomBytes(BLOCK_BYTES - 8)]));
  const [block] = (await once(connection, 'data')) as [Buffer];
  connection.on('data', () => undefined);
  connection.write(block.subarray(1, 1 + BLOCK_BYTES));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(CHUNK_SIZE);
  connection.write(writeMessage({ csid: 2, type: MESSAGE.setChunkSize, messageStreamId: 0, timestamp: 0, payload: size }));
  connection.write(command(['connect', 1, { app: 'live', tcUrl: `rtmp://127.0.0.1:${connection.remotePort}/live`, flashVer: 'bench' }]));
  await settled();
  connection.write(command(['createStream', 2, null]));
  await settled();
  connection.write(command(['publish', 3, null, key, 'live'], 1));
  await settled();
};

const begin = async ({ port, key }: { port: number; key: string }): Promise<object> => {
  sent = [];
  const connection = connect(port, '127.0.0.1');
  socket = connection;
  connection.setNoDelay(true);
  connection.on('error', () => undefined);
  await once(connection, 'connect');
  await greet(connection, key);
  const send = (type: number, timestamp: number, payload: Buffer): boolean =>
    connection.write(writeMessage({ csid: 4, type, messageStreamId: 1, timestamp, payload }, CHUNK_SIZE));
  for (const { type, payload } of configurations) send(type, 0, payload);
  const begun = performance.now();
  // The film isn't a whole number of sounds long: each goes round by itself.
  let [shown, heard] = [0, 0];
  timer = setInterval(() => {
    const elapsed = performance.now() - begun;
    for (; shown * PICTURE_MS <= elapsed; shown += 1) {
      const index = shown % pictures.length;
      sent.push({ index, at: Date.now() });
      send(VIDEO, Math.round(shown * PICTURE_MS), pictures[index]!.payload);
    }
    for (; heard * SOUND_MS <= elapsed; heard += 1) send(AUDIO, Math.round(heard * SOUND_MS), sounds[heard % sounds.length]!.payload);
  }, TICK_MS);
  return {};
};

const answer = async (question: Question): Promise<unknown> => {
  if ('publish' in question) return begin(question.publish);
  if ('sent' in question) return sent;
  clearInterval(timer);
  socket?.destroy();
  return {};
};

process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => process.exit(0));
process.on('message', (question: Question) => {
  void answer(question).then((value) => process.send!(value));
});
process.send!({ url: '' });
