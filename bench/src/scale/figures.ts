import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchData } from '../world/world.ts';
import type { ScaleLine } from './lines.ts';
import type { Figures } from './measure-line.ts';

const TENTH = 0.1;

/** The last figures at a scale, by the line's name. */
export type Kept = Record<string, Figures>;

const fileOf = (scale: number): string => join(benchData(), `figures-${scale}.json`);
const read = async (scale: number): Promise<Kept> => JSON.parse(await readFile(fileOf(scale), 'utf8').catch(() => '{}')) as Kept;

/** Keeps the figures of a run beside those of lines that it didn't measure. */
export const keepFigures = async (scale: number, figures: Kept): Promise<void> =>
  writeFile(fileOf(scale), JSON.stringify({ ...(await read(scale)), ...figures }, null, 2));

/** What was measured at a tenth of the world, to compare the whole one with; empty at other scales. */
export const figuresOfTenth = async (scale: number): Promise<Kept> => (scale > TENTH ? read(TENTH) : {});

const rate = (perSecond: number): string => perSecond.toFixed(perSecond < 20 ? 1 : 0);

/** Prints a line with its verdicts. @returns whether it reached all its goals */
export const printScaleLine = (line: ScaleLine, figures: Figures, tenth: Figures | undefined): boolean => {
  const verdicts: { text: string; ok: boolean }[] = [];
  const check = (name: string, value: number, digits: number, bound: number | undefined, isLower: boolean): string => {
    if (bound === undefined) return `${name} ${value.toFixed(digits)}`;
    const ok = isLower ? value >= bound : value <= bound;
    verdicts.push({ text: name, ok });
    return `${name} ${value.toFixed(digits)} (${isLower ? 'goal' : 'at most'} ${bound} ${ok ? 'ok' : 'MISSED'})`;
  };
  const parts = [
    `ours ${rate(figures.ours)}/s, peer ${rate(figures.peer)}/s`,
    check('ratio', figures.ratio, 2, line.goal, true),
    `p99 ${figures.p99.toFixed(0)} ms`,
    check('by the peer’s', figures.p99 / Math.max(1, figures.peerP99), 2, line.p99AtMost, false),
    check('CPU ms', figures.cpu, 2, line.cpuAtMost, false),
    check('PostgreSQL ms', figures.postgres, 2, line.postgresAtMost, false),
    `${figures.statements.toFixed(2)} statements`,
    ...(tenth ? [`by a tenth of the world ${(figures.ours / tenth.ours).toFixed(2)}`] : []),
  ];
  console.log(`${line.name}: ${parts.join(', ')}`);
  return verdicts.every(({ ok }) => ok);
};
