import { expect, test } from 'vitest';
import { createFrameReader, createFrameWriter } from './frames.ts';

const LONG = JSON.stringify({ text: 'Añoranza 🎻 «après» \u2028'.repeat(2000) });

test('messages of any length and alphabet arrive whole, each frame below the limit of a notification', () => {
  const writer = createFrameWriter('a');
  const reader = createFrameReader('b');
  for (const json of ['{}', LONG, '{"n":1}']) {
    const frames = writer.framesOf(json);
    for (const frame of frames) expect(Buffer.byteLength(frame)).toBeLessThan(8000);
    const read = frames.map((frame) => reader.read(frame));
    expect(read.every(({ isGap }) => !isGap)).toBe(true);
    expect(read.slice(0, -1).every(({ json: part }) => part === undefined)).toBe(true);
    expect(JSON.parse(read.at(-1)!.json!)).toEqual(JSON.parse(json));
  }
});

test('a frame that comes again is ignored, one that is missing is noticed and costs only its own message', () => {
  const writer = createFrameWriter('a');
  const reader = createFrameReader('b');
  const [first] = writer.framesOf('{"n":1}');
  const long = writer.framesOf(LONG);
  const [last] = writer.framesOf('{"n":2}');
  expect(reader.read(first!)).toEqual({ json: '{"n":1}', isGap: false });
  expect(reader.read(first!)).toEqual({ isGap: false });
  expect(reader.read(long[0]!)).toEqual({ isGap: false });
  expect(reader.read(long.at(-1)!)).toEqual({ isGap: true });
  expect(reader.read(last!)).toEqual({ json: '{"n":2}', isGap: false });
});

test('who begins to listen in the middle of a message waits for the next one; own frames are not heard', () => {
  const writer = createFrameWriter('a');
  const reader = createFrameReader('b');
  const [, ...rest] = writer.framesOf(LONG);
  for (const frame of rest) expect(reader.read(frame)).toEqual({ isGap: false });
  expect(reader.read(writer.framesOf('{"n":1}')[0]!)).toEqual({ json: '{"n":1}', isGap: false });
  expect(reader.read(createFrameWriter('b').framesOf('{}')[0]!)).toEqual({ isGap: false });
});

test('senders interleave', () => {
  const reader = createFrameReader('c');
  const [one, two] = [createFrameWriter('a').framesOf(LONG), createFrameWriter('b').framesOf(LONG)];
  const read = one.flatMap((frame, index) => [reader.read(frame), reader.read(two[index]!)]);
  expect(read.filter(({ json }) => json !== undefined).map(({ json }) => JSON.parse(json!))).toEqual([JSON.parse(LONG), JSON.parse(LONG)]);
});
