import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '../migrate.ts';
import { startScratchPostgres } from '../scratch-postgres.ts';
import { readSchema } from './read-schema.ts';
import { sqlOfSchema } from './sql-of-schema.ts';
import { typesOfSchema } from './types-of-schema.ts';

// `npm run db:types` writes the files derived from the schema; with `--check` it fails when they differ from what the migrations make.

const TYPES_FILE = fileURLToPath(new URL('../schema.gen.ts', import.meta.url));
const SQL_FILE = fileURLToPath(new URL('../../../../schema.sql', import.meta.url));

const generate = async (): Promise<[path: string, text: string][]> => {
  const postgres = await startScratchPostgres('stagedoor-schema-');
  try {
    await migrate(postgres.url);
    const schema = await readSchema(postgres.url);
    return [
      [TYPES_FILE, typesOfSchema(schema)],
      [SQL_FILE, sqlOfSchema(schema)],
    ];
  } finally {
    await postgres.stop();
  }
};

const isCheck = process.argv.includes('--check');
for (const [path, text] of await generate()) {
  const before = await readFile(path, 'utf8').catch(() => undefined);
  if (before === text) continue;
  if (isCheck) {
    process.stderr.write(`${path} differs from what the migrations and functions make: run npm run db:types.\n`);
    process.exitCode = 1;
  } else {
    await writeFile(path, text);
    process.stderr.write(`Wrote ${path}.\n`);
  }
}
