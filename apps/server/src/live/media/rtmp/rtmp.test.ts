import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hexBytes as hex, rtmpVectors as vectors } from '../../testing/rtmp-vectors.ts';
import { type AmfValue, type WritableAmf, readAmf0, writeAmf0 } from './amf0.ts';
import { MESSAGE, createChunkReader, writeMessage } from './chunks.ts';
import {
  acknowledgement,
  connected,
  keyAt,
  pingResponse,
  publishNoted,
  publishRefused,
  publishStarted,
  readCommand,
  streamCreated,
} from './commands.ts';
import { createHandshake } from './handshake.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const plain = (value: AmfValue): unknown => structuredClone(value);

/** The first block of a client, as the vectors describe it. */
export const clientBlock = (): Buffer => {
  const block = Buffer.alloc(1536);
  for (let index = 8; index < block.length; index += 1) block[index] = (7 * (index - 8) + 3) % 256;
  block.writeUInt32BE(0x01020304, 0);
  return block;
};

test('the handshake answers with its own block and the client’s', () => {
  const c1 = clientBlock();
  expect(sha256(c1)).toBe(vectors.handshake.c1Sha256);
  const handshake = createHandshake();
  // Bytes come in any pieces.
  expect(handshake.push(Buffer.concat([hex('03'), c1.subarray(0, 700)])).answer).toBeUndefined();
  const { answer, rest } = handshake.push(c1.subarray(700));
  expect(answer!.subarray(0, 1).toString('hex')).toBe(vectors.handshake.s0);
  expect(answer!.subarray(1, 9).toString('hex')).toBe('0102030400000000');
  expect(sha256(answer!.subarray(1 + 1536))).toBe(vectors.handshake.s2Sha256);
  expect([rest.length, handshake.isDone()]).toEqual([0, false]);
  expect(handshake.push(Buffer.concat([Buffer.alloc(1536, 9), hex('0102')])).rest.toString('hex')).toBe('0102');
  expect(handshake.isDone()).toBe(true);
});

const AMF: Readonly<Record<string, unknown>> = {
  'number 1': 1,
  'number 0.5': 0.5,
  true: true,
  string: 'live',
  'string, UTF-8': 'é€',
  null: null,
  'empty object': {},
  'strict array': ['av01', 'hvc1'],
  'ECMA array': { width: 1280 },
  'long string (0x0c)': 'abc',
  'date (0x0b), 1700000000000, zone 0': new Date(1_700_000_000_000),
};

describe('AMF 0', () => {
  test.each(vectors.amf0.map(({ name, hex: bytes }) => [name, bytes] as const))('reads %s', (name, bytes) => {
    expect(plain(readAmf0(hex(bytes))[0])).toEqual(AMF[name]);
  });

  test('a property named like a prototype’s is a property', () => {
    const bytes = writeAmf0([JSON.parse('{"__proto__":{"isAdmin":true}}') as WritableAmf]);
    const [value] = readAmf0(bytes);
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });
});

describe('chunks', () => {
  const readAll = (bytes: Buffer, pieceBytes: number) => {
    const reader = createChunkReader({ messageBytes: 65_536, chunkStreams: 8 });
    const messages = [];
    for (let at = 0; at < bytes.length; at += pieceBytes) messages.push(...reader.push(bytes.subarray(at, at + pieceBytes)));
    return messages.map(({ csid, type, messageStreamId, timestamp, payload }) => ({
      csid,
      type,
      messageStreamId,
      timestamp,
      length: payload.length,
      sha256: sha256(payload),
    }));
  };
  test.each(vectors.chunks.map((vector) => [vector.name, vector] as const))('%s', (_name, { hex: bytes, messages }) => {
    for (const pieceBytes of [1, 7, 128, 100_000]) expect(readAll(hex(bytes), pieceBytes)).toEqual(messages);
  });

  test('a message of the server is read again, in several chunks', () => {
    const payload = Buffer.from(Array.from({ length: 300 }, (_, index) => index % 251));
    const message = { csid: 4, type: MESSAGE.video, messageStreamId: 1, timestamp: 40, payload };
    expect(createChunkReader().push(writeMessage(message))).toEqual([message]);
  });

  test('a message under way is kept in its own length, however small its chunks are', () => {
    const payload = Buffer.from(Array.from({ length: 300 }, (_, index) => index % 251));
    const message = { csid: 4, type: MESSAGE.video, messageStreamId: 1, timestamp: 40, payload };
    const chunkSize = writeMessage({ csid: 2, type: MESSAGE.setChunkSize, messageStreamId: 0, timestamp: 0, payload: hex('00000001') });
    const reader = createChunkReader();
    const arrived = Buffer.concat([chunkSize, writeMessage(message, 1)]);
    const [first, second] = [Buffer.from(arrived.subarray(0, 200)), arrived.subarray(200)];
    reader.push(first);
    // Had the reader kept these bytes, or pieces of them, they would be read in the message.
    first.fill(0xff);
    expect(reader.push(second)).toEqual([message]);
  });
});

describe('commands', () => {
  const message = (payload: Buffer) => ({ csid: 3, type: MESSAGE.command, messageStreamId: 0, timestamp: 0, payload });
  const bodyOf = (bytes: Buffer): string => createChunkReader().push(bytes).at(-1)!.payload.toString('hex');

  test('are read as encoders write them', () => {
    const { connect, publish } = vectors.commands;
    const command = readCommand(message(hex(connect.hex)));
    expect([command.name, command.transaction, plain(command.object)]).toEqual(connect.values);
    const { name, transaction, object, values } = readCommand(message(hex(publish.hex)));
    expect([name, transaction, object, ...values]).toEqual(publish.values);
    // AMF 3 commands have a zero byte in front.
    const amf3 = { ...message(Buffer.concat([hex('00'), hex(publish.hex)])), type: MESSAGE.command3 };
    expect(readCommand(amf3).name).toBe('publish');
  });

  test('are written with the documents’ bytes', () => {
    const { connectResult, createStreamResult, onFCPublish, publishStart, publishRefused: refusal } = vectors.commands;
    const after = (bytes: Buffer): string => {
      const reader = createChunkReader();
      return reader.push(bytes).at(-1)!.payload.toString('hex');
    };
    expect(after(connected(1))).toBe(connectResult.hex);
    expect(bodyOf(Buffer.concat([connected(1), streamCreated(4)]))).toBe(createStreamResult.hex);
    expect(bodyOf(Buffer.concat([connected(1), publishNoted()]))).toBe(onFCPublish.hex);
    expect(bodyOf(Buffer.concat([connected(1), publishStarted()]))).toBe(publishStart.hex);
    expect(bodyOf(Buffer.concat([connected(1), publishRefused('This stream key is not valid.')]))).toBe(refusal.hex);
  });

  test('control messages too', () => {
    const { control } = vectors;
    const sizes = [control.windowAcknowledgement2500000, control.setPeerBandwidth2500000Dynamic, control.setChunkSize65536];
    expect(connected(1).toString('hex').startsWith(sizes.join(''))).toBe(true);
    expect(acknowledgement(2_500_123).toString('hex')).toBe(control.acknowledgement2500123);
    const ping = hex(control.pingRequest123456).subarray(12);
    expect(pingResponse(ping).toString('hex')).toBe(control.pingResponse123456);
  });

  test.each(vectors.keyAt.map(({ app, name, key }) => [app, name, key] as const))('the key of %j and %j', (app, name, key) => {
    expect(keyAt(app, name)).toBe(key);
  });

  test('an application alone has no key', () => {
    expect([keyAt('live', ''), keyAt('', ''), keyAt('live/', '?x=1')]).toEqual(['', '', '']);
  });
});
