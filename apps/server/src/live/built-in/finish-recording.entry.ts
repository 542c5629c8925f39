import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remuxRecording } from '../media/remux.ts';
import { RECORDING_PART, RECORDING_METADATA, RECORDING_FILE } from './recording-files.ts';

// Remuxes the parts of one recording: in a separate process, so that live shows are not affected.
const folder = process.argv[2]!;
const startOf = (name: string): number => Number(RECORDING_PART.exec(name)![1]);
const parts = (await readdir(folder)).filter((name) => RECORDING_PART.test(name)).sort((a, b) => startOf(a) - startOf(b));
const made = await remuxRecording(
  parts.map((name) => join(folder, name)),
  join(folder, RECORDING_FILE),
);
if (!made) {
  console.error('the recording contains nothing playable');
  process.exit(1);
}
const draft = join(folder, `${RECORDING_METADATA}.draft`);
await writeFile(draft, JSON.stringify(made), { mode: 0o600 });
await rename(draft, join(folder, RECORDING_METADATA));
for (const name of parts) await rm(join(folder, name), { force: true });
process.exit(0);
