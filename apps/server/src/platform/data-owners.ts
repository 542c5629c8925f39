import { execFile } from 'node:child_process';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigurationError } from './configuration-error.ts';

const run = promisify(execFile);

/** The site's own things in DATA_DIR besides its database. Others there, such as `lost+found`, aren't looked at. */
const NAMES = ['files', 'live', 'mail', 'cache', 'secrets.json', 'postgres.json', 'postgres.log', 'leaked-passwords.filter'];
/** Folders whose own folders are looked at, too: someone may have changed the owner of the upper one alone. */
const DEEPER = ['files', 'live'];

interface User {
  uid: number;
  gid: number;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The user's name, or the number of one that this machine doesn't know. */
const nameOf = async (uid: number): Promise<string> =>
  run('id', ['-nu', String(uid)]).then(
    ({ stdout }) => stdout.trim() || String(uid),
    () => String(uid),
  );

/** `name:` stands for the user with its own group, which `chown` finds for known users alone. */
const ownerFor = async ({ uid, gid }: User): Promise<string> => {
  const name = await nameOf(uid);
  return name === String(uid) ? `${uid}:${gid}` : `${name}:`;
};

const refuse = async (path: string, ownerId: number, user: User, who: string, all: string): Promise<never> => {
  const [owner, needed, chown] = await Promise.all([nameOf(ownerId), nameOf(user.uid), ownerFor(user)]);
  throw new ConfigurationError(
    `DATA_DIR: "${path}" belongs to the user ${owner}, and ${who} as ${needed}: let root run chown -R ${chown} "${all}".`,
  );
};

/** Returns the owner of something that belongs to another user and that this process can't use. */
const foreignOwnerOf = async (path: string, uid: number): Promise<number | undefined> => {
  const info = await stat(path).catch(() => undefined);
  if (!info || info.uid === uid) return undefined;
  const rights = info.isDirectory() || path.endsWith('.log') ? constants.R_OK | constants.W_OK : constants.R_OK;
  return access(path, rights | (info.isDirectory() ? constants.X_OK : 0)).then(
    () => undefined,
    () => info.uid,
  );
};

/**
 * Checks that DATA_DIR isn't a copy that root made for itself (`cp -r`): this user must be able to use what is in it. Root can.
 * @throws ConfigurationError naming the first path, its owner, and the command that mends it
 */
export const assertOwnData = async (dataDirectory: string): Promise<void> => {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === undefined || gid === undefined || uid === 0) return;
  const deeper = await Promise.all(
    DEEPER.map(async (folder) => (await namesIn(join(dataDirectory, folder))).map((name) => join(folder, name))),
  );
  for (const name of ['', ...NAMES, ...deeper.flat()]) {
    const path = join(dataDirectory, name);
    const owner = await foreignOwnerOf(path, uid);
    if (owner !== undefined) await refuse(path, owner, { uid, gid }, 'the site runs', dataDirectory);
  }
};

/** A start removes the one that a dead server left. */
const PID_FILE = 'postmaster.pid';

/**
 * Checks that a cluster belongs to the user that PostgreSQL runs as, which it demands of each file.
 * @param user undefined numbers stand for this process's user
 * @throws ConfigurationError naming the first path, its owner, and the command that mends it
 */
export const assertOwnCluster = async (dataDirectory: string, user: Partial<User>): Promise<void> => {
  const [uid, gid] = [user.uid ?? process.getuid?.(), user.gid ?? process.getgid?.()];
  if (uid === undefined || gid === undefined) return;
  const folder = join(dataDirectory, 'postgres');
  const clusters = (await namesIn(folder)).filter((name) => /^\d+$/.test(name)).map((name) => join(folder, name));
  const inside = await Promise.all(
    clusters.map(async (cluster) => (await namesIn(cluster)).filter((name) => name !== PID_FILE).map((name) => join(cluster, name))),
  );
  // As root, the folder itself and that of the log are given to PostgreSQL's user by each start.
  const outside = process.getuid?.() === 0 ? [] : [folder, join(folder, 'wal')];
  for (const path of [...outside, ...clusters, ...inside.flat()]) {
    const info = await stat(path).catch(() => undefined);
    if (info && info.uid !== uid) await refuse(path, info.uid, { uid, gid }, 'PostgreSQL runs', folder);
  }
};
