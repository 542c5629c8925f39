import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ImportRefused, reportImport } from './report-import.ts';

// Imports a list of leaked passwords, which new ones are compared with: `npm run passwords:import -- FILE [--hashes | --passwords]`. A running
// server uses it at once. Exit code 0 when it was imported, 1 when the list or DATA_DIR can't be used, 2 when the arguments are wrong. It needs no
// database; `stagedoor passwords import` does the same and writes it into the audit log.
const USAGE = 'npm run passwords:import -- FILE [--hashes | --passwords]';

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
try {
  const { lines } = await reportImport(given.path, resolve(process.env['DATA_DIR'] ?? './data'), given.format);
  for (const line of lines) console.log(line);
} catch (error) {
  if (!(error instanceof ImportRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
