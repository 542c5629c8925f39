import { errorOf } from '../platform/thrown.ts';
import { resolve } from 'node:path';
import { createDatabase, createPool } from '../platform/database/database.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { readSecret } from '../platform/secret-files.ts';
import { describeChecks } from './describe-checks.ts';
import { verifyLedger } from './verify.ts';

// Checks the ledger's invariants, also while an instance with the same DATA_DIR is running: `npm run ledger:verify`.
// Exit code 0 when all hold, 1 when one doesn't, 2 when there is no database.
const dataDirectory = resolve(process.env['DATA_DIR'] ?? './data');
const url = readSecret(process.env, 'DATABASE_URL') ?? (await findRunningEmbeddedPostgres(dataDirectory))?.ownerUrl;
const started = url ? undefined : await startEmbeddedPostgres({ dataDirectory, log: { info() {}, warn() {} } as never }).catch(errorOf);
if (started instanceof Error) {
  console.error(`There is no database to check in ${dataDirectory}: ${started.message}`);
  process.exit(2);
}
const pool = createPool({ url: url ?? started!.ownerUrl, max: 1 });
try {
  const result = await verifyLedger(createDatabase(pool));
  for (const line of describeChecks(result)) console.log(line);
  process.exitCode = result.ok ? 0 : 1;
} finally {
  await pool.end();
  await started?.stop();
}
