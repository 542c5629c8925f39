import { messageOf, systemCodeOf } from '../thrown.ts';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UnusableList, importLeaked } from './import-leaked.ts';

// Imports a list of leaked passwords, which new ones are compared with: `npm run passwords:import -- FILE [--hashes | --passwords]`. A running
// server uses it at once. Exit code 0 when it was imported, 1 when the list or DATA_DIR can't be used, 2 when the arguments are wrong.
const USAGE = 'npm run passwords:import -- FILE [--hashes | --passwords]';
const REASONS: Record<string, string> = {
  ENOENT: 'it does not exist',
  EACCES: 'this user has no permission for it',
  EPERM: 'this user has no permission for it',
  EISDIR: 'it is a folder',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
};

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { hashes: { type: 'boolean' }, passwords: { type: 'boolean' } },
    });
    if (positionals.length !== 1 || (values.hashes && values.passwords)) return undefined;
    const format = values.hashes ? ('hashes' as const) : values.passwords ? ('passwords' as const) : undefined;
    // npm runs commands in the project's folder.
    return { path: resolve(process.env['INIT_CWD'] ?? '.', positionals[0]!), format };
  } catch {
    return undefined;
  }
};

const given = readArguments();
if (!given) {
  console.error(`Name one file: ${USAGE}`);
  process.exit(2);
}
const directory = resolve(process.env['DATA_DIR'] ?? './data');
try {
  await mkdir(directory, { recursive: true });
  const { format, count, skipped, bytes, path } = await importLeaked(given.path, directory, { format: given.format, now: new Date() });
  const named = format === 'hashes' ? 'SHA-1 hashes' : 'passwords';
  const skippedLines = format === 'hashes' ? 'lines that are no hashes' : 'passwords that are too short or too long for the site';
  console.log(`Read as ${named}${given.format ? '' : ' (detected)'}: ${count.toLocaleString('en')} imported.`);
  if (skipped > 0) console.log(`Skipped ${skipped.toLocaleString('en')} ${skippedLines}.`);
  console.log(`Wrote ${path}, ${(bytes / 1_000_000).toFixed(1)} MB. One in 100,000 other passwords is refused by chance.`);
} catch (error) {
  const path = error instanceof Error && 'path' in error ? String(error.path) : given.path;
  const [code, message] = [systemCodeOf(error) ?? '', messageOf(error)];
  if (error instanceof UnusableList) console.error(`"${given.path}" can’t be imported: ${message}.`);
  else console.error(`"${path}" can’t be used: ${REASONS[code] ?? message}.`);
  process.exitCode = 1;
}
