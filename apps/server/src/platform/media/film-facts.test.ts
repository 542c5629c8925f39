import { describe, expect, test } from 'vitest';
import { factsOf, knownSoundsOf } from './film-facts.ts';
import { rateFor } from './film-filters.ts';

const video = { index: 0, codec_type: 'video', codec_name: 'h264', width: 720, height: 576 };
const sound = (index: number, isDefault = false, codec = 'aac') => ({
  index,
  codec_type: 'audio',
  ...(codec ? { codec_name: codec } : {}),
  disposition: { default: isDefault ? 1 : 0 },
});
const sizeOf = (stream: object) => {
  const facts = factsOf({ streams: [{ ...video, ...stream }] });
  return [facts?.width, facts?.height];
};

describe('a film', () => {
  test('is as wide as its pixels are, and turned after that', () => {
    expect(sizeOf({ sample_aspect_ratio: '64:45' })).toEqual([1024, 576]);
    expect(sizeOf({ sample_aspect_ratio: '64:45', side_data_list: [{ rotation: -90 }] })).toEqual([576, 1024]);
  });
  test('has square pixels where it says nothing usable', () => {
    for (const ratio of ['0:1', '1:0', 'N/A', '9000:1', '1:9000']) expect(sizeOf({ sample_aspect_ratio: ratio })).toEqual([720, 576]);
  });
  test('has the default of its sounds, else the first, and none of an unknown codec', () => {
    expect(factsOf({ streams: [video, sound(1), sound(2, true)] })?.sound).toBe(2);
    expect(factsOf({ streams: [video, sound(1), sound(2)] })?.sound).toBe(1);
    const spatial = { streams: [video, sound(1, true, 'unknown'), sound(2), sound(3, false, '')] };
    expect([factsOf(spatial)?.sound, knownSoundsOf(spatial)]).toEqual([2, [2]]);
    expect(factsOf({ streams: [video] })).toMatchObject({ sound: null, hasAudio: false });
  });
  test('isn’t its cover picture', () => {
    const cover = { ...video, codec_name: 'png', width: 90, height: 90, disposition: { default: 1, attached_pic: 1 } };
    expect(factsOf({ streams: [cover, { ...video, index: 1 }] })).toMatchObject({ picture: 1, width: 720 });
    expect(factsOf({ streams: [cover, sound(1)] })).toBeNull();
  });
});

test('gets another rate only where it has more frames than are seen, or would be written with more', () => {
  expect(rateFor({ framesPerSecond: 59.94, writtenRate: 59.94 })).toBeNull();
  expect(rateFor({ framesPerSecond: 120, writtenRate: 120 })).toBe(60);
  expect(rateFor({ framesPerSecond: 7, writtenRate: 1000 })).toBe(30);
  expect(rateFor({ framesPerSecond: 47, writtenRate: 90_000 })).toBe(60);
});
