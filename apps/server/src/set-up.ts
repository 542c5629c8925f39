import { normalEmail } from '@stagedoor/contract/email-address';
import { createLocalAdmin, hasAdmin } from './modules/accounts/index.ts';
import { createInitialGifts } from './modules/gifts/index.ts';
import { createInitialContent } from './modules/site/index.ts';
import { createInitialPackages } from './modules/wallet/index.ts';
import { type Config, ConfigurationError } from './platform/config.ts';
import { FieldsError } from './platform/errors.ts';
import type { Outbox } from './platform/events/outbox.ts';
import type { Platform } from './platform/platform.ts';
import { prompt, isTerminal } from './platform/terminal.ts';
import { isTextKey, translate } from './platform/texts.ts';
import { DEMO_PASSWORD, findDemo } from './demo/demo-state.ts';

/** The username is reserved: nobody else can register it. */
const FIRST_ADMIN = { username: 'owner', name: 'Owner', adminRole: 'owner' } as const;
const MIN_PASSWORD = 8;

export interface SetUpOptions {
  platform: Platform;
  outbox: Outbox;
  signal: AbortSignal;
  /** Receives one short line for each slow step. */
  say: (line: string) => void;
}

/**
 * Initializes a migrated database: the initial content of every site, then the demo data or the first admin. Steps
 * already done are skipped; an interrupted set-up is resumed.
 *
 * @returns lines to print for the operator
 * @throws ConfigurationError
 */
export const setUp = async ({ platform, outbox, signal, say }: SetUpOptions): Promise<string[]> => {
  const { config, database } = platform;
  await createInitialPackages(platform);
  await createInitialGifts(platform);
  await createInitialContent(platform);
  const demo = await findDemo(database);
  if (demo && !config.isLocal) {
    throw new ConfigurationError(
      'PUBLIC_URL: this database holds demo accounts, which are refused on a server whose PUBLIC_URL is not localhost.',
    );
  }
  if (demo && !demo.isComplete && !config.demo) {
    throw new ConfigurationError(
      'DEMO: the demo data in this database is not complete; start once with demo data, or name another folder with DATA_DIR.',
    );
  }
  if (config.demo && !demo?.isComplete) {
    const { seedDemo } = await import('./demo/seed.ts');
    await seedDemo({ platform, outbox, signal, say });
  }
  if (!(await hasAdmin(database))) await makeFirstAdmin(platform);
  return (await findDemo(database)) ? demoAccounts() : [];
};

const demoAccounts = (): string[] => [
  `Demo accounts (password ${DEMO_PASSWORD}):`,
  '  admin@stagedoor.local  the admin',
  '  fan@stagedoor.local    a fan with tokens in the wallet',
  '  luna@stagedoor.local   a performer',
];

const makeFirstAdmin = async (platform: Platform): Promise<void> => {
  const { adminEmail, adminPassword } = platform.config;
  const isNamed = adminEmail && adminPassword;
  const admin = isNamed ? { email: adminEmail, password: adminPassword } : await promptForAdmin(platform.config);
  if (!admin) {
    throw new ConfigurationError(
      `ADMIN_EMAIL and ADMIN_PASSWORD: this site has no admin yet; set both, the password with at least ${MIN_PASSWORD} characters, and start again.`,
    );
  }
  const made = await createLocalAdmin(platform, { ...FIRST_ADMIN, ...admin }).catch((error: unknown) => {
    const flaw = passwordFlaw(error);
    if (flaw === undefined) throw error;
    if (adminPassword) throw new ConfigurationError(`ADMIN_PASSWORD: ${flaw}`);
    console.log(flaw);
  });
  // Chosen at the terminal, it can be chosen again.
  if (made === undefined) return makeFirstAdmin(platform);
  if (made === null)
    throw new ConfigurationError(`ADMIN_EMAIL: "${admin.email}" belongs to an account that is no admin; name another address.`);
};

/** The sentence that says why a password was refused; undefined for another error. */
const passwordFlaw = (error: unknown): string | undefined => {
  const rule = error instanceof FieldsError ? error.fields.find(({ property }) => property === 'password')?.rule : undefined;
  const key = `validation.${rule}`;
  return rule && isTextKey(key) ? translate('en', key) : undefined;
};

/** Prompts for what the environment doesn't define; undefined without a terminal or when the prompt is cancelled. */
const promptForAdmin = async ({ adminEmail, adminPassword }: Config): Promise<{ email: string; password: string } | undefined> => {
  if (!isTerminal()) return undefined;
  console.log('This site has no admin yet.');
  const email = adminEmail ?? (await promptUntil('E-mail address of the admin: ', (answer) => normalEmail(answer) !== undefined));
  if (email === undefined) return undefined;
  const password =
    adminPassword ??
    (await promptUntil(
      `Password, at least ${MIN_PASSWORD} characters (not shown): `,
      (answer) => answer.length >= MIN_PASSWORD && answer.length <= 200,
      true,
    ));
  return password === undefined ? undefined : { email, password };
};

const promptUntil = async (question: string, isValid: (answer: string) => boolean, hidden = false): Promise<string | undefined> => {
  for (;;) {
    const answer = await prompt(question, { hidden });
    if (answer === undefined || isValid(answer)) return answer;
  }
};
