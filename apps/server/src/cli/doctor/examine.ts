import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { createDatabase, createPool } from '../../platform/database/database.ts';
import { encryptionOf, readSecrets } from '../../platform/secrets.ts';
import { messageOf, systemCodeOf } from '../../platform/thrown.ts';
import { configOf, withDatabase } from '../site.ts';
import { checkDatabase, checkDatabaseClock, checkRequests } from './database-checks.ts';
import { type Finding, failed } from './finding.ts';
import { checkDataDirectory, checkFfmpeg, checkMemory, checkNode, checkPorts, checkVariables } from './machine-checks.ts';
import { askSite, checkPublicUrl } from './public-checks.ts';
import type { DoctorScope } from './scope.ts';
import { checkSecrets } from './secret-checks.ts';
import { checkBucket, checkMail, checkRedis, checkScanner } from './service-checks.ts';
import { checkWork } from './work-checks.ts';

type Environment = DoctorScope['environment'];
type Check = (scope: DoctorScope) => Finding[] | Promise<Finding[]>;

/** Checks that need this version's schema come last: another schema is reported once. */
const BEFORE_SCHEMA: readonly Check[] = [checkNode, checkVariables, checkDataDirectory, checkPorts, checkDatabase];
const AFTER_SCHEMA: readonly Check[] = [
  checkRequests,
  checkDatabaseClock,
  checkWork,
  checkSecrets,
  checkMail,
  checkBucket,
  checkRedis,
  checkScanner,
  checkFfmpeg,
  checkMemory,
  checkPublicUrl,
];

const runAll = async (checks: readonly Check[], scope: DoctorScope): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const check of checks) {
    try {
      findings.push(...(await check(scope)));
    } catch (error) {
      // A check that breaks must not hide the others.
      const name = check.name.replace(/^check/, '').toLowerCase();
      findings.push(
        failed(name, `This check broke: ${messageOf(error).split('\n')[0]}`, 'Mend what the other lines say, and run the doctor again.'),
      );
    }
  }
  return findings;
};

/** The keys of DATA_DIR, without making new ones. */
const readKeys = async ({ dataDirectory }: Config): Promise<{ encryption?: DoctorScope['encryption']; findings: Finding[] }> => {
  const restore = 'Restore secrets.json from its copy, or copy it from another node.';
  try {
    await access(join(dataDirectory, 'secrets.json'));
    return { encryption: encryptionOf(await readSecrets(dataDirectory), dataDirectory), findings: [] };
  } catch (error) {
    const isMissing = systemCodeOf(error) === 'ENOENT';
    return { findings: [failed('secrets', isMissing ? 'DATA_DIR has no secrets.json.' : messageOf(error), restore)] };
  }
};

const LISTENS_EVERYWHERE = /^(?:0\.0\.0\.0|::|\[::\])$/;

/** The node that runs on this machine. */
const findSite = async ({ host, port }: Config, encryption: DoctorScope['encryption']): Promise<DoctorScope['site']> => {
  if (!encryption || port === 0) return undefined;
  const url = `http://${LISTENS_EVERYWHERE.test(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;
  const view = await askSite(url, encryption).catch(() => undefined);
  return view && { url, view };
};

const examineWith = async (environment: Environment, config: Config, ownerUrl: string | undefined): Promise<Finding[]> => {
  const { encryption, findings: keyFindings } = await readKeys(config);
  const scope: DoctorScope = {
    environment,
    config,
    site: await findSite(config, encryption),
    database: undefined,
    ownerUrl,
    encryption,
  };
  const first = [...(await runAll(BEFORE_SCHEMA, scope)), ...keyFindings];
  const isUsable =
    ownerUrl !== undefined && first.every(({ check, state }) => state !== 'failed' || !/^database: (?:schema|version)/.test(check));
  const pool = isUsable ? createPool({ url: ownerUrl, max: 3 }) : undefined;
  try {
    return [...first, ...(await runAll(AFTER_SCHEMA, { ...scope, database: pool && createDatabase(pool) }))];
  } finally {
    await pool?.end();
  }
};

/** Examines a site, also one that is down: its PostgreSQL is started for the time, or said to be unreachable. */
export const examine = async (environment: Environment): Promise<Finding[]> => {
  let config: Config;
  try {
    config = configOf(environment);
  } catch (error) {
    return [...checkNode(), ...checkVariables({ environment }), failed('configuration', messageOf(error), 'Correct this variable.')];
  }
  let isExamined = false;
  try {
    return await withDatabase(environment, ({ ownerUrl }) => {
      isExamined = true;
      return examineWith(environment, config, ownerUrl);
    });
  } catch (error) {
    if (isExamined) throw error;
    const unreachable = failed('database', messageOf(error), 'Start the database, or correct the variable.');
    return [...(await examineWith(environment, config, undefined)), unreachable];
  }
};
