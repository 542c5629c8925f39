import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPackager } from '../media/packager.ts';
import { cardPictures } from '../testing/media-fixtures.ts';
import { rtmpVectors, hexBytes } from '../testing/rtmp-vectors.ts';
import { createFanOut } from './fan-out.ts';
import { createRtmpPublisher } from './rtmp-publisher.ts';

// An encoder that changes to a codec that can't be taken, in the middle of a show.

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const vectorOf = (name: RegExp): Buffer => hexBytes(rtmpVectors.flv.find((vector) => name.test(vector.name))!.hex);
const lengthOf = (nal: Buffer, bytes: 2 | 4): Buffer => {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(nal.length, 0, bytes);
  return length;
};
const [KEY] = cardPictures();
const nalOf = (type: number): Buffer => KEY!.nals.find((nal) => (nal[0]! & 0x1f) === type)!;
const configuration = (): Buffer => {
  const [sps, pps] = [nalOf(7), nalOf(8)];
  const head = Buffer.of(0x17, 0, 0, 0, 0, 1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1);
  return Buffer.concat([head, lengthOf(sps, 2), sps, Buffer.of(1), lengthOf(pps, 2), pps]);
};
const picture = (): Buffer => Buffer.concat([Buffer.of(0x17, 1, 0, 0, 0), ...KEY!.nals.flatMap((nal) => [lengthOf(nal, 4), nal])]);

test('a change to HEVC on air pauses the show after seven seconds, names the codec, and H.264 goes on with it', () => {
  const changes: string[] = [];
  const note = (change: string) => (): void => void (changes.at(-1) !== change && changes.push(change));
  const packager = createPackager({ changed() {}, written() {}, needKeyFrame() {} });
  const publisher = createRtmpPublisher({
    packager,
    fanOut: createFanOut(),
    createOpus: undefined,
    isRehearsal: () => false,
    flows: note('flows'),
    pauses: note('pauses'),
  });
  let timestamp = 0;
  const send = (seconds: number, payload: Buffer): void => {
    for (const end = timestamp + seconds * 1000; timestamp < end; timestamp += 100) {
      publisher.take({ kind: 'video', timestamp, payload });
      vi.advanceTimersByTime(100);
    }
  };
  publisher.take({ kind: 'video', timestamp, payload: configuration() });
  send(10, picture());
  expect([changes, publisher.signal().refused]).toEqual([['flows'], []]);
  const before = packager.position();
  const hevc = vectorOf(/hvc1|HEVC/i);
  send(6, hevc);
  expect([changes, publisher.signal().refused]).toEqual([['flows'], ['HEVC']]);
  send(3, hevc);
  expect(changes).toEqual(['flows', 'pauses']);
  // The encoder's data still counts, so that the studio can say that something arrives.
  expect(publisher.signal().framesPerSecond).toBe(10);
  expect(packager.position()).toBe(before);
  send(5, picture());
  expect(changes).toEqual(['flows', 'pauses', 'flows']);
  publisher.close();
  packager.end();
  expect(packager.segments().filter(({ discontinuity }) => discontinuity)).toHaveLength(2);
});
