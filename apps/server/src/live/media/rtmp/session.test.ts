import { describe, expect, test } from 'vitest';
import { type RtmpCommandVector, hexBytes as hex, rtmpVectors as vectors } from '../../testing/rtmp-vectors.ts';
import { createChunkReader, writeMessage } from './chunks.ts';
import { readCommand, textIn } from './commands.ts';
import { RtmpError } from './rtmp-error.ts';
import { createRtmpSession } from './session.ts';

const HANDSHAKE = Buffer.concat([hex('03'), Buffer.alloc(2 * 1536, 5)]);
const SERVER_HANDSHAKE_BYTES = 1 + 2 * 1536;
const { connect, releaseStream, FCPublish, createStream, publish, metadata, FCUnpublish, deleteStream } = vectors.commands;

const sent = ({ csid, messageStreamId, type, hex: payload }: RtmpCommandVector): Buffer =>
  writeMessage({ csid, type, messageStreamId, timestamp: 0, payload: hex(payload) });
const media = (type: number, timestamp: number, payload: string): Buffer =>
  writeMessage({ csid: 6, type, messageStreamId: 1, timestamp, payload: hex(payload) });

/** A session whose keys are `allowed`, and what it did. */
const createTestSession = ({ refusal, answered = Promise.resolve() }: { refusal?: string; answered?: Promise<void> } = {}) => {
  const log: string[] = [];
  const out: Buffer[] = [];
  const session = createRtmpSession({
    send: (bytes) => void out.push(bytes),
    async authorize(key) {
      log.push(`asked for ${key}`);
      await answered;
      return refusal;
    },
    started: () => log.push('started'),
    media: ({ kind, timestamp }) => log.push(`${kind} ${timestamp}`),
    ended: () => log.push('ended'),
  });
  /** The codes and results that were sent, after the handshake. */
  const answers = (): string[] => {
    const bytes = Buffer.concat(out).subarray(SERVER_HANDSHAKE_BYTES);
    const commands = createChunkReader({ messageBytes: 65_536, chunkStreams: 8 })
      .push(bytes)
      .filter(({ type }) => type === 20)
      .map(readCommand);
    return commands.map(({ name, values }) => {
      const [info] = values;
      return `${name} ${typeof info === 'object' && info !== null && !Array.isArray(info) && !(info instanceof Date) ? textIn(info, 'code') : ''}`.trim();
    });
  };
  return { session, log, answers };
};

const BEGINNING = [HANDSHAKE, ...[connect, releaseStream, FCPublish, createStream, publish].map(sent)];
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a publisher’s session', () => {
  test('lets in, takes media and notes the goodbye, as OBS sends them', async () => {
    const { session, log, answers } = createTestSession();
    for (const bytes of BEGINNING) session.push(bytes);
    await settle();
    for (const bytes of [
      sent(metadata),
      media(9, 40, '1701000000000000016588'),
      media(8, 60, 'af012110'),
      sent(FCUnpublish),
      sent(deleteStream),
    ])
      session.push(bytes);
    expect(log).toEqual([`asked for ${vectors.streamKey.key}`, 'started', 'video 40', 'audio 60', 'ended']);
    expect(answers()).toEqual([
      '_result NetConnection.Connect.Success',
      '_result',
      'onFCPublish NetStream.Publish.Start',
      '_result',
      'onStatus NetStream.Publish.Start',
    ]);
  });

  test('takes nothing before the key is known, and then what arrived meanwhile in order', async () => {
    const gate = Promise.withResolvers<void>();
    const { session, log } = createTestSession({ answered: gate.promise });
    session.push(Buffer.concat([...BEGINNING, media(9, 0, '1700')]));
    session.push(media(8, 20, 'af012110'));
    await settle();
    expect(log).toEqual([`asked for ${vectors.streamKey.key}`]);
    gate.resolve();
    await settle();
    expect(log.slice(1)).toEqual(['started', 'video 0', 'audio 20']);
  });

  test('a wrong key is refused in words, and nothing is taken afterwards', async () => {
    const { session, log, answers } = createTestSession({ refusal: 'This stream key is not valid.' });
    for (const bytes of BEGINNING) session.push(bytes);
    await settle();
    session.push(media(9, 0, '1700'));
    expect(log.slice(1)).toEqual(['ended']);
    expect(answers().at(-1)).toBe('onStatus NetStream.Publish.BadName');
  });

  test.each(vectors.refused.map((vector) => [vector.name, vector] as const))('closes for: %s', (name, { hex: bytes, payload }) => {
    const { session, log } = createTestSession();
    const deep =
      payload && writeMessage({ csid: 3, type: 20, messageStreamId: 0, timestamp: 0, payload: hex(payload.repeat.repeat(payload.times)) });
    if (!name.startsWith('HTTP')) session.push(HANDSHAKE);
    expect(() => session.push(deep ?? hex(bytes))).toThrow(RtmpError);
    expect(log).toEqual([]);
  });

  test('closes for media before the key, and for endless bytes while it is looked up', async () => {
    const early = createTestSession();
    early.session.push(Buffer.concat(BEGINNING.slice(0, 5)));
    expect(() => early.session.push(media(9, 0, '1700'))).toThrow(RtmpError);
    const impatient = createTestSession({ answered: new Promise(() => {}) });
    impatient.session.push(Buffer.concat(BEGINNING));
    expect(() => {
      for (let count = 0; count < 40; count += 1) impatient.session.push(Buffer.alloc(65_536));
    }).toThrow(RtmpError);
  });

  test('closes for whoever sends on and on without publishing', () => {
    const { session, log } = createTestSession();
    session.push(Buffer.concat(BEGINNING.slice(0, 3)));
    const nothing = writeMessage({ csid: 2, type: 3, messageStreamId: 0, timestamp: 0, payload: Buffer.alloc(60_000) });
    for (let count = 0; count < 4; count += 1) session.push(nothing);
    expect(() => session.push(nothing)).toThrow(RtmpError);
    expect(log).toEqual([]);
  });

  test('some thousand mutations of a whole session never do more than close it', async () => {
    const whole = Buffer.concat([...BEGINNING, sent(metadata), media(9, 0, '17000000000164000cffe1'), media(8, 20, 'af012110')]);
    let seed = 20_261_130;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const failures: unknown[] = [];
    for (let round = 0; round < 4000; round += 1) {
      const bytes = Buffer.from(whole);
      const from = round % 4 === 0 ? 0 : HANDSHAKE.length;
      for (let count = 1 + random(4); count > 0; count -= 1) bytes[from + random(bytes.length - from)] = random(256);
      const { session } = createTestSession();
      try {
        for (let at = 0; at < bytes.length; ) {
          const size = 1 + random(600);
          session.push(bytes.subarray(at, at + size));
          at += size;
        }
      } catch (error) {
        if (!(error instanceof RtmpError)) failures.push({ round, error });
      }
    }
    await settle();
    expect(failures).toEqual([]);
  });
});
