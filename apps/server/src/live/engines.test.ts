import { expect, test } from 'vitest';
import type { EngineShow } from './live-engine.ts';
import { createTestEngine } from '../testing/test-engine.ts';
import { createEngines } from './engines.ts';

const ADDRESSES = { viewer: 'https://a.test', publisher: 'https://a.test', subscriber: 'https://a.test', app: 'Live' };
const SHOW: EngineShow = { id: '01a2', type: 'private' };

const bothEngines = (forKinds: 'builtIn' | 'antMedia') => {
  const [builtIn, antMedia] = [createTestEngine(), createTestEngine()];
  builtIn.whep = () => 'built-in';
  antMedia.whep = () => null;
  return { builtIn, antMedia, engines: createEngines({ engineNow: () => forKinds, builtIn, antMedia }) };
};

test('a show stays on the engine that it began with, whatever the settings say now', () => {
  const { engines } = bothEngines('antMedia');
  expect(engines.whep({ ...SHOW, addresses: ADDRESSES })).toBe('built-in');
  const { engines: later } = bothEngines('builtIn');
  expect(later.whep({ ...SHOW, addresses: { ...ADDRESSES, engine: 'antMedia', server: '01b3' } })).toBeNull();
});

test('a show from before addresses were stored is the built-in engine’s; one that begins now is that of its kind', () => {
  const { engines } = bothEngines('antMedia');
  expect(engines.whep({ ...SHOW, addresses: null })).toBe('built-in');
  expect(engines.whep(SHOW)).toBeNull();
});

test('commands and reports go to all engines', async () => {
  const { engines, builtIn, antMedia } = bothEngines('builtIn');
  await engines.end('01a2');
  await engines.kick('01a2', '01c4');
  expect([builtIn, antMedia].map(({ ended, kicked }) => [ended, kicked])).toEqual([
    [['01a2'], [{ streamId: '01a2', grantId: '01c4' }]],
    [['01a2'], [{ streamId: '01a2', grantId: '01c4' }]],
  ]);
});
