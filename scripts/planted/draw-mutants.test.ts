import { expect, test } from 'vitest';
import { allMutants, drawMutants, explanationOf, mutantsOf } from './draw-mutants.mjs';
import { EXPLAINED_MUTANTS } from './explained-mutants.mjs';
import { judgesOf } from './mutant-judges.mjs';
import { listFiles } from './scratch-copy.mjs';

const mutants = allMutants();
const placeOf = ({ file, line }: { file: string; line: number }): string => `${file}:${line}`;

test('describes a mutant by its place and by its whole lines', () => {
  const [mutant] = mutantsOf('ledger', 'a.ts', 'const a = 1n;\n  export const b = c < d;\n').slice(1);
  expect(mutant).toMatchObject({ file: 'a.ts', line: 2, before: 'export const b = c < d;', after: 'export const b = c <= d;' });
});

test('draws the same mutants for the same seed, others for another, and one of a line at most', () => {
  const draw = (seed: number): string[] => drawMutants(mutants, seed, 50, []).drawn.map(placeOf);
  expect(draw(7)).toEqual(draw(7));
  expect(draw(8)).not.toEqual(draw(7));
  expect(new Set(draw(7)).size).toBe(50);
});

test('draws from every area', () => {
  const areas = drawMutants(mutants, 7, 50, []).drawn.map(({ area }) => area);
  for (const area of ['ledger', 'access', 'minutes']) expect(areas.filter((one) => one === area).length).toBeGreaterThanOrEqual(10);
});

test('draws another in place of an equivalent mutant, and not in place of an explained survivor', () => {
  const [first, second] = drawMutants(mutants, 7, 2, []).drawn;
  const about = ({ file, before, after }: (typeof mutants)[number]) => ({ file, before, after, reason: 'Nobody notices it.' });
  const explained = [{ ...about(first!), isEquivalent: true }, about(second!)];
  const { drawn, equivalent } = drawMutants(mutants, 7, 2, explained);
  expect(equivalent.map(placeOf)).toEqual([placeOf(first!)]);
  expect(drawn.map(placeOf)).toContain(placeOf(second!));
  expect(explanationOf(second!, explained)?.reason).toBe('Nobody notices it.');
});

test('has judges for every file', () => {
  const files = listFiles();
  for (const file of new Set(mutants.map((mutant) => mutant.file))) expect(judgesOf(file, files).length).toBeGreaterThan(0);
});

test('explains only mutants that exist', () => {
  expect(EXPLAINED_MUTANTS.filter((entry) => !mutants.some((mutant) => explanationOf(mutant, [entry])))).toEqual([]);
});
