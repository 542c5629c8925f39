import { expect, test } from 'vitest';
import { closingLines, filesToRetry, judge } from './verdict.mjs';

type State = 'passed' | 'failed' | 'skipped';

const file = (project: string, name: string, states: readonly State[], errors: string[] = []) => ({
  project,
  file: name,
  errors,
  tests: states.map((state, place) => ({
    name: `test ${place + 1}`,
    state,
    ...(state === 'failed' ? { error: 'expected 1\nto be 2' } : {}),
  })),
});
const report = (...files: ReturnType<typeof file>[]) => ({ files, errors: [] as string[] });

const unit = file('unit', 'a.test.ts', ['passed', 'passed']);
const flaky = file('journeys', 'b.journey.test.ts', ['passed', 'failed', 'passed']);
const steady = file('journeys', 'b.journey.test.ts', ['passed', 'passed', 'passed']);

test('retries the files of failed journeys and no others', () => {
  const broken = file('integration', 'c.integration.test.ts', ['failed']);
  const unloadable = file('long-journeys', 'd.journey.long.test.ts', [], ['Cannot find module']);
  expect(filesToRetry(report(unit, flaky, broken, unloadable))).toEqual(['b.journey.test.ts', 'd.journey.long.test.ts']);
});

test('passes and names a journey that failed at first and passed alone', () => {
  const verdict = judge(report(unit, flaky), report(steady), ['unit', 'journeys']);
  expect(verdict.reasons).toEqual([]);
  expect(closingLines('test', verdict)).toEqual(['unstable: b.journey.test.ts > test 2: expected 1', 'test: 5 passed, 0 failed']);
});

test('fails when a journey fails twice', () => {
  const verdict = judge(report(unit, flaky), report(flaky), ['unit', 'journeys']);
  expect(verdict.reasons).toEqual(['failed: b.journey.test.ts']);
  expect(closingLines('test', verdict)).toEqual(['test: 4 passed, 1 failed']);
});

test('fails when the second run of a journey executed nothing', () => {
  expect(judge(report(unit, flaky), report(), ['unit', 'journeys']).reasons).toEqual(['failed: b.journey.test.ts']);
  expect(judge(report(unit, flaky), report(file('journeys', 'b.journey.test.ts', [])), ['unit']).reasons).toEqual([
    'failed: b.journey.test.ts',
  ]);
});

test('counts the tests that a failed hook skipped once the journey passed alone', () => {
  const hook = file('journeys', 'b.journey.test.ts', ['skipped', 'skipped', 'skipped'], ['beforeAll failed']);
  const verdict = judge(report(unit, hook), report(steady), ['unit', 'journeys']);
  expect(verdict).toMatchObject({ passed: 5, failed: 0, skipped: 0, reasons: [] });
  expect(verdict.unstable).toEqual([{ file: 'b.journey.test.ts', name: 'b.journey.test.ts', error: 'beforeAll failed' }]);
});

test('fails when more than two tests are unstable', () => {
  const three = file('journeys', 'b.journey.test.ts', ['failed', 'failed', 'failed']);
  const verdict = judge(report(unit, three), report(steady), ['unit', 'journeys']);
  expect(verdict.failed).toBe(0);
  expect(verdict.reasons).toEqual(['3 tests are unstable; at most 2 may be']);
});

test('fails for a project without a test, a skipped test, and an error outside of any test', () => {
  const verdict = judge({ files: [file('unit', 'a.test.ts', ['passed', 'skipped'])], errors: ['Unhandled rejection'] }, undefined, [
    'unit',
    'journeys',
  ]);
  expect(verdict.reasons).toEqual([
    'an error outside of any test: Unhandled rejection',
    '1 skipped: run or remove what is skipped',
    'no test ran in journeys',
  ]);
});

test('fails for a file that could not be loaded', () => {
  const verdict = judge(report(unit, file('integration', 'c.integration.test.ts', [], ['SyntaxError: oops'])), undefined, ['unit']);
  expect(verdict).toMatchObject({ passed: 2, failed: 1, reasons: ['failed: c.integration.test.ts'] });
});
