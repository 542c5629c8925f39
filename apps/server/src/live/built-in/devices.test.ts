import { expect, test } from 'vitest';
import { createDevices } from './devices.ts';

const setUp = () => {
  let now = 0;
  const devices = createDevices(() => now);
  return { enter: (device: string, seat = 'ada') => devices.enter(seat, device), pass: (ms: number) => (now += ms) };
};

test('the newest device takes the seat; the older one is refused for as long as it goes on asking', () => {
  const { enter, pass } = setUp();
  expect([enter('phone'), enter('phone')]).toEqual([false, false]);
  expect(enter('laptop')).toBe(true);
  for (let seconds = 0; seconds < 60; seconds += 5) {
    expect(() => enter('phone')).toThrow('LIVE_REPLACED');
    expect(enter('laptop')).toBe(false);
    pass(5000);
  }
});

test('a device that was silent for ten seconds may take the seat back', () => {
  const { enter, pass } = setUp();
  enter('phone');
  enter('laptop');
  pass(9999);
  expect(() => enter('phone')).toThrow('LIVE_REPLACED');
  pass(10_000);
  expect(enter('phone')).toBe(true);
  expect(() => enter('laptop')).toThrow('LIVE_REPLACED');
});

test('seats are apart, and many devices of one are forgotten', () => {
  const { enter } = setUp();
  enter('phone');
  expect(enter('laptop', 'eve')).toBe(false);
  for (let device = 0; device < 100; device += 1) expect(enter(`device ${device}`)).toBe(true);
  expect(enter('phone')).toBe(true);
});
