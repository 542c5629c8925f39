import { expect, test } from 'vitest';
import { otherCamera } from './other-camera.ts';

const cameras = ['a', 'b', 'c'].map((deviceId) => ({ deviceId }));

test('a phone changes sides, whatever cameras it lists', () => {
  expect(otherCamera({ deviceId: 'a', facingMode: 'user' }, cameras)).toEqual({ facingMode: { exact: 'environment' } });
  expect(otherCamera({ deviceId: 'b', facingMode: 'environment' }, cameras)).toEqual({ facingMode: { exact: 'user' } });
});

test('elsewhere each camera comes in turn', () => {
  const following = (deviceId: string) => otherCamera({ deviceId }, cameras);
  expect(['a', 'b', 'c'].map(following)).toEqual(['b', 'c', 'a'].map((deviceId) => ({ deviceId: { exact: deviceId } })));
  // One that is no longer listed.
  expect(following('gone')).toEqual({ deviceId: { exact: 'a' } });
});

test('one camera has no other', () => {
  expect(otherCamera({ deviceId: 'a', facingMode: 'user' }, cameras.slice(0, 1))).toBeUndefined();
});
