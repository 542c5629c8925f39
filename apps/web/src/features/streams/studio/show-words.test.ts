import type { PastShow } from '@stagedoor/contract/streams';
import { expect, test } from 'vitest';
import { endNote, onAirTime, recordingOutcome } from './show-words.ts';

const format = { clock: (seconds: number) => `clock ${seconds}`, count: String };
const t = (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ');

test('a show of less than a minute is told in seconds', () => {
  const told = [0, 0.2, 15.4, 59.4, 59.6, 848].map((seconds) => onAirTime(t as never, format, seconds));
  expect(told).toEqual(['studio.seconds 0', 'studio.seconds 1', 'studio.seconds 15', 'studio.seconds 59', 'clock 60', 'clock 848']);
});

test('an end that its performer pressed needs no word, unless no picture had arrived', () => {
  expect(endNote('performer', 12)).toBeNull();
  expect(endNote('performer', 0)).toBe('studio.summaryNoPicture');
  expect(endNote('dropped', 12)).toBe('studio.summaryDropped');
  expect(endNote(null, 0)).toBeNull();
});

test('a recording that failed because the show was short says so', () => {
  const outcome = (state: NonNullable<PastShow['recording']>['state'] | null, durationSeconds: number, isRecorded = true) =>
    recordingOutcome({ isRecorded, durationSeconds, recording: state && { state, url: null, durationSeconds: null, isWithheld: false } });
  expect([outcome('failed', 4.9), outcome('failed', 5)]).toEqual(['tooShort', 'failed']);
  expect([outcome('recording', 2), outcome('processing', 2), outcome('ready', 2), outcome('deleted', 2)]).toEqual([
    'making',
    'making',
    'ready',
    'deleted',
  ]);
  expect([outcome(null, 0), outcome(null, 90, false)]).toEqual(['nothing', 'none']);
});
