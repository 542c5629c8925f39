import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SoakSite } from './soak-site.ts';

/** How one command of the documents is run. A command without a step runs as it is, beside the running site, and must exit with 0. */
export interface Step {
  /** Words of the command, and what stands in their place. */
  fill?: Readonly<Record<string, string | ((site: SoakSite) => string | Promise<string>)>>;
  /** State of the soak's site meanwhile; by default it runs. A command that starts a site needs it stopped. */
  site?: 'running' | 'stopped';
  /** The command serves until it is stopped: it must print `ready`, do this, and stop in order. */
  serves?: (site: SoakSite, url: string) => Promise<void>;
  /** Variables besides the site's. */
  environment?: (site: SoakSite) => Record<string, string> | Promise<Record<string, string>>;
  /** Runs in this folder; by default in the checkout. */
  folder?: (site: SoakSite) => string;
  /** Prepares what the command needs. */
  before?: (site: SoakSite) => Promise<void>;
  /** Looks at what the command did; throws when that is wrong. */
  after?: (site: SoakSite) => Promise<void>;
  /** Typed at a terminal: each second text, when the output ends with the first. */
  answers?: readonly (readonly [string, string])[];
  /** Exit codes that are right; by default 0. */
  codes?: readonly number[];
}

const NEW_PASSWORD = 'quartz ladder 78 mellow';
const TYPED: Step['answers'] = [
  ['New password (not shown):', NEW_PASSWORD],
  ['Once more:', NEW_PASSWORD],
];

const mustExist = async (path: string): Promise<void> => {
  await stat(path);
};

const answers = async (url: string, status: number): Promise<void> => {
  const response = await fetch(`${url}/api/ready`);
  if (response.status !== status) throw new Error(`/api/ready answers ${response.status}: ${await response.text()}`);
};

/** Names of the backups that are whole, the oldest first. */
const finishedBackups = async ({ backups }: SoakSite): Promise<string[]> => {
  const names = await readdir(join(backups, 'bases')).catch(() => []);
  const isWhole = await Promise.all(
    names.map((name) =>
      mustExist(join(backups, 'bases', name, 'backup.json')).then(
        () => true,
        () => false,
      ),
    ),
  );
  return names.filter((_name, index) => isWhole[index]).sort();
};

const BACKUP_MS = 120_000;
const LOOK_MS = 200;

/** Waits for the first backup, which the site makes by itself. */
const waitForBackup = async (site: SoakSite): Promise<void> => {
  for (
    const until = Date.now() + BACKUP_MS;
    (await finishedBackups(site)).length === 0;
    await pause(LOOK_MS, undefined, { signal: site.closed })
  )
    if (Date.now() > until) throw new Error('the site made no backup by itself');
};

/** A restore into a folder without a site, as after the loss of a disk. */
const restore = (fill: Step['fill'] = {}): Step => ({
  site: 'stopped',
  fill: { '/mnt/backups': ({ backups }) => backups, 'secrets.json': ({ keys }) => join(keys, 'secrets.json'), ...fill },
  // The reader made this copy when the site was installed.
  before: ({ dataDirectory, keys }) => copyFile(join(dataDirectory, 'secrets.json'), join(keys, 'secrets.json')),
  environment: (site) => ({ DATA_DIR: site.freshFolder() }),
  after: async (site) => mustExist(join(site.lastFolder(), 'postgres', '18', 'PG_VERSION')),
});

/** A start in a folder of its own. */
const serve = (step: Omit<Step, 'site' | 'serves'>): Step => ({ ...step, site: 'stopped', serves: (_site, url) => answers(url, 200) });

/** Steps by the text of the command in the document. */
export const STEPS: Readonly<Record<string, Step>> = {
  'npm start': serve({ environment: (site) => ({ DATA_DIR: site.freshFolder(), BACKUP_TO: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }) }),
  'PUBLIC_URL=https://example.org SMTP_URL=smtps://… ADMIN_EMAIL=… ADMIN_PASSWORD=… npm start -- --empty': serve({
    fill: {
      'smtps://…': async (site) => `smtp://site:secret@${(await site.mailServer()).host}`,
      'ADMIN_EMAIL=…': 'ADMIN_EMAIL=owner@example.org',
      'ADMIN_PASSWORD=…': 'ADMIN_PASSWORD=violet-harbour-93-tin',
    },
    environment: (site) => ({ DATA_DIR: site.freshFolder(), BACKUP_TO: '', TRUST_PROXY: 'true' }),
  }),
  'S3_BUCKET=stagedoor S3_ENDPOINT=https://store.example.org S3_REGION=… S3_ACCESS_KEY_ID=… S3_SECRET_ACCESS_KEY=… npm start': serve({
    fill: {
      'https://store.example.org': async (site) => (await site.objectStore()).url,
      'S3_REGION=…': 'S3_REGION=us-east-1',
      'S3_ACCESS_KEY_ID=…': 'S3_ACCESS_KEY_ID=S3RVER',
      'S3_SECRET_ACCESS_KEY=…': 'S3_SECRET_ACCESS_KEY=S3RVER',
    },
    environment: () => ({ BACKUP_TO: '' }),
  }),
  'BACKUP_TO=s3://my-backups/site BACKUP_S3_ENDPOINT=https://store.example.org BACKUP_S3_ACCESS_KEY_ID=… BACKUP_S3_SECRET_ACCESS_KEY=… npm start':
    serve({
      fill: {
        's3://my-backups/site': 's3://stagedoor/site',
        'https://store.example.org': async (site) => (await site.objectStore()).url,
        'BACKUP_S3_ACCESS_KEY_ID=…': 'BACKUP_S3_ACCESS_KEY_ID=S3RVER',
        'BACKUP_S3_SECRET_ACCESS_KEY=…': 'BACKUP_S3_SECRET_ACCESS_KEY=S3RVER',
      },
    }),
  'BACKUP_TO=/mnt/backups npm start': serve({ fill: { '/mnt/backups': ({ backups }) => backups } }),
  'npm run stagedoor -- doctor': { codes: [0, 1] },
  'STMP_URL=smtps://mail.example.org stagedoor doctor': { codes: [1] },
  'curl --fail http://localhost:8080/api/ready': { fill: { 'http://localhost:8080': ({ url }) => url } },
  'curl --silent http://localhost:8080/api/ready': { fill: { 'http://localhost:8080': ({ url }) => url } },
  'curl --silent --fail http://localhost:8080/metrics': { fill: { 'http://localhost:8080': ({ url }) => url } },
  'npm run backup -- --to /mnt/backups': {
    fill: { '/mnt/backups': ({ backups }) => backups },
    // A site without a backup makes one as soon as it runs, and only one is made at a time.
    before: async (site) => {
      await site.bring('running');
      await waitForBackup(site);
    },
    after: async (site) => {
      if ((await finishedBackups(site)).length < 2) throw new Error('there is no backup besides the site’s own');
    },
  },
  'BACKUP_TO=/mnt/backups npm run backup:rehearse': { fill: { '/mnt/backups': ({ backups }) => backups } },
  'cp data/secrets.json /mnt/keys/': { fill: { '/mnt/keys/': ({ keys }) => keys }, folder: ({ directory }) => directory },
  'npm run restore -- --from /mnt/backups --secrets secrets.json': restore(),
  'npm run restore -- --from /mnt/backups --secrets secrets.json --at 2026-11-30T03:00:00Z': {
    ...restore({ '2026-11-30T03:00:00Z': ({ instant }) => instant }),
    before: (site) => site.noteInstant(),
  },
  'npm run restore -- --from /mnt/backups --secrets secrets.json --backup 20261130T030000Z': restore({
    '20261130T030000Z': async (site) => (await finishedBackups(site))[0]!,
  }),
  'npm run restore -- --from /mnt/backups --replace': {
    ...restore(),
    environment: (site) => ({ DATA_DIR: site.lastFolder() }),
    after: async (site) => {
      if (!(await readdir(site.lastFolder())).some((name) => name.startsWith('postgres.replaced-')))
        throw new Error('the database that was there is gone');
    },
  },
  'tar -czf site.tgz data': { site: 'stopped', folder: ({ directory }) => directory },
  'tar -xzf site.tgz': {
    fill: { 'site.tgz': ({ directory }) => join(directory, 'site.tgz') },
    before: (site) => mkdir(site.freshFolder()),
    folder: (site) => site.lastFolder(),
    after: async (site) => mustExist(join(site.lastFolder(), 'data', 'postgres', '18', 'PG_VERSION')),
  },
  'npm run stagedoor -- passwords import FILE': { fill: { FILE: ({ leaked }) => leaked } },
  'stagedoor passwords import /tmp/leaked.txt': { fill: { '/tmp/leaked.txt': ({ leaked }) => leaked } },
  'npm run stagedoor -- admin remove-second-factor USERNAME': {
    fill: { USERNAME: 'nora' },
    before: async (site) => {
      await site.createAdmin('nora');
      await site.addSecondFactor('nora');
    },
  },
  'npm run stagedoor -- admin reset-password USERNAME': { fill: { USERNAME: 'nora' }, answers: TYPED },
  'stagedoor admin reset-password ana': { answers: TYPED },
  'stagedoor admin remove-second-factor ana': { before: (site) => site.addSecondFactor('ana', NEW_PASSWORD) },
  'stagedoor account export fan@stagedoor.local /tmp/fan.zip': {
    fill: { '/tmp/': ({ directory }) => `${directory}/` },
    before: (site) => site.registerFan('alexm', 'fan@stagedoor.local'),
  },
  // A stopped site's mails wait in the queue.
  'stagedoor jobs list': {
    site: 'stopped',
    before: async (site) => void (await site.runQuietly(`printf '${NEW_PASSWORD}' | stagedoor admin reset-password ana --password-stdin`)),
  },
  'stagedoor COMMAND --help': { fill: { COMMAND: 'doctor' } },
  'npm run --silent stagedoor -- COMMAND [arguments] [options]': {
    fill: { 'COMMAND [arguments] [options]': 'settings get siteName --json' },
  },
};

/** Commands that aren't run, and the reason that is printed. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'bin/stagedoor start': 'needs an unpacked release, which the long tests start (testing/release)',
  'bin/stagedoor backup': 'needs an unpacked release; npm run backup is the same command',
  'bin/stagedoor rehearse': 'needs an unpacked release; npm run backup:rehearse is the same command',
  'bin/stagedoor restore': 'needs an unpacked release; npm run restore is the same command',
  'AS="--uid=stagedoor --property=EnvironmentFile=/etc/stagedoor/env --property=StateDirectory=stagedoor"': 'for the next command',
  'systemd-run --quiet --pty --collect $AS --setenv=DATA_DIR=/var/lib/stagedoor /opt/stagedoor/current/bin/stagedoor restore --secrets /run/secrets.json':
    'needs systemd and an installed release',
  'cp -r': 'an option that loses owners, not a command to run',
  'cp -a': 'an option that keeps owners; a test runs it (platform/data-owners)',
  'git pull && npm start': 'changes the checkout',
  'git checkout $(git log --diff-filter=A --format=%H -- apps/server/migrations/0088-baseline.sql)~1 && npm start': 'changes the checkout',
  'git checkout - && npm start': 'changes the checkout',
  'npm run operations:soak': 'is this command',
  'npm run nodes:verify': 'needs haproxy and redis-server',
  'kill -9': 'names a signal',
  'option forwardfor': 'a line of haproxy’s configuration',
  'timeout tunnel 1h': 'a line of haproxy’s configuration',
  'option redispatch': 'a line of haproxy’s configuration',
  'retry-on conn-failure empty-response': 'a line of haproxy’s configuration',
  'NOTIFY pages': 'needs a client of PostgreSQL',
  'npm run --silent stagedoor --': 'the beginning of a command',
};

/** Commands that take long, run with an option. */
export const SLOW: Readonly<Record<string, string>> = { 'npm start': 'makes demo data for half a minute: add --demo' };
