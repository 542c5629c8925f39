import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remuxRecording } from '../media/remux.ts';
import { PIECE_NAME, RECORDING_FACTS, RECORDING_FILE } from './recording-files.ts';

// Puts the pieces of one show's folder together: a process of its own, so that shows don't feel it.
const folder = process.argv[2]!;
const startOf = (name: string): number => Number(PIECE_NAME.exec(name)![1]);
const pieces = (await readdir(folder)).filter((name) => PIECE_NAME.test(name)).sort((a, b) => startOf(a) - startOf(b));
const made = await remuxRecording(
  pieces.map((name) => join(folder, name)),
  join(folder, RECORDING_FILE),
);
if (!made) {
  console.error('nothing in it can be played');
  process.exit(1);
}
const draft = join(folder, `${RECORDING_FACTS}.draft`);
await writeFile(draft, JSON.stringify(made), { mode: 0o600 });
await rename(draft, join(folder, RECORDING_FACTS));
for (const name of pieces) await rm(join(folder, name), { force: true });
process.exit(0);
