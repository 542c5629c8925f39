import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { recordAudit, transact } from '../../platform/database/database.ts';
import { prefixOfKey } from '../../platform/encryption.ts';
import {
  type AddedKey,
  KEYS_CHANNEL,
  forgetAddedKeys,
  newAddedKey,
  readSecrets,
  recordAddedKey,
  writeAddedKeys,
} from '../../platform/secrets.ts';
import { type Command, CommandError } from '../command.ts';
import { countByPrefix, renewColumn } from '../renew-sealed.ts';
import { SEALED_COLUMNS } from '../sealed-columns.ts';
import { withSite } from '../site.ts';

// The keys of secrets.json that encrypt (docs/operations.md, "Changing the key that encrypts").

type Platform = App['platform'];

const addedKeys = async ({ config }: Platform): Promise<readonly AddedKey[]> => (await readSecrets(config.dataDirectory)).encryption ?? [];

/** How many values each key encrypts; those of the first key under an empty id. */
const countValues = async (platform: Platform, keys: readonly AddedKey[]): Promise<Map<string, number>> => {
  const ids = new Map(keys.map(({ id }) => [prefixOfKey(id).toString('hex'), id]));
  const counts = new Map<string, number>();
  for (const column of SEALED_COLUMNS)
    for (const [prefix, count] of await countByPrefix(platform.database, column)) {
      const id = ids.get(prefix) ?? '';
      counts.set(id, (counts.get(id) ?? 0) + count);
    }
  return counts;
};

const addKey = async (platform: Platform): Promise<AddedKey> => {
  const { config, database, clock } = platform;
  const key = newAddedKey(new Date());
  // In the file first: a key that only the database knows would stop the next start.
  await writeAddedKeys(config.dataDirectory, [...(await addedKeys(platform)), key]);
  await transact(database, undefined, async (trx) => {
    await recordAddedKey(trx, key);
    await recordAudit(trx, {
      actorId: null,
      action: 'settings.keyAdded',
      objectKind: 'key',
      objectId: null,
      detail: { key: key.id },
      at: clock.now(),
    });
  });
  return key;
};

/** Encrypts every value with the newest key. @throws CommandError when some can't be decrypted */
const renewAll = async ({ database, encryption }: Platform): Promise<number> => {
  let renewed = 0;
  const broken: string[] = [];
  for (const column of SEALED_COLUMNS) {
    const done = await renewColumn(database, encryption, column);
    renewed += done.renewed;
    if (done.broken > 0) broken.push(`${done.broken} of ${column.name}`);
  }
  if (broken.length > 0)
    throw new CommandError(`${broken.join(', ')} can’t be decrypted: restore the secrets.json that this database was used with.`);
  return renewed;
};

const list: Command = {
  name: 'keys list',
  summary: 'List the keys that encrypt, and how many values each encrypts',
  async run({ environment, say }) {
    await withSite(environment, async ({ platform }) => {
      const keys = await addedKeys(platform);
      const counts = await countValues(platform, keys);
      const newest = keys.at(-1)?.id ?? '';
      for (const { id, since } of [{ id: '', since: '' }, ...keys])
        say(
          `${(id || 'first').padEnd(8)}  ${since.padEnd(24)}  ${String(counts.get(id) ?? 0).padStart(9)} values${id === newest ? '  in use' : ''}`,
        );
    });
  },
};

const add: Command = {
  name: 'keys add',
  summary: 'Add a key to secrets.json, for keys rotate to use',
  async run({ environment, say }) {
    await withSite(environment, async ({ platform }) => {
      const { id } = await addKey(platform);
      say(`Added the key ${id}. Copy secrets.json to the other nodes and to where you keep its copy, then run stagedoor keys rotate.`);
    });
  },
};

const rotate: Command = {
  name: 'keys rotate',
  summary: 'Encrypt everything again with a new key, while the site runs',
  async run({ environment, say }) {
    await withSite(environment, async ({ platform }) => {
      const { database, encryption, clock } = platform;
      const keys = await addedKeys(platform);
      const counts = await countValues(platform, keys);
      const newest = keys.at(-1);
      const used = newest ? (counts.get(newest.id) ?? 0) : 0;
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      // One of keys add, or of a rotation that was broken off, isn't in use yet.
      const key = newest && (all === 0 || used < all / 2) ? newest : await addKey(platform);
      encryption.reload();
      // The running nodes encrypt with it from now on.
      await sql`select pg_notify(${KEYS_CHANNEL}, '')`.execute(database);
      const renewed = await renewAll(platform);
      await transact(database, undefined, (trx) =>
        recordAudit(trx, {
          actorId: null,
          action: 'settings.keysRotated',
          objectKind: 'key',
          objectId: null,
          detail: { key: key.id, values: renewed },
          at: clock.now(),
        }),
      );
      say(`Encrypted ${renewed} values with the key ${key.id}. Copy secrets.json to where you keep its copy.`);
      say('The older keys still open backups of before. Remove them from secrets.json with stagedoor keys retire.');
    });
  },
};

const retire: Command = {
  name: 'keys retire',
  summary: 'Remove added keys that encrypt nothing any more from secrets.json',
  async run({ environment, say }) {
    await withSite(environment, async ({ platform }) => {
      const { config, database, clock } = platform;
      const keys = await addedKeys(platform);
      const old = keys.slice(0, -1);
      if (old.length === 0) return say('There is no older key to remove.');
      const newest = keys.at(-1)!;
      const before = await countValues(platform, keys);
      if (before.size > 0 && !before.has(newest.id))
        throw new CommandError(
          `The key ${newest.id} isn’t in use yet: copy secrets.json to the other nodes, then run stagedoor keys rotate.`,
        );
      // A node that hadn't heard of the newest key may have used an older one.
      await renewAll(platform);
      const counts = await countValues(platform, keys);
      const used = old.find(({ id }) => counts.has(id));
      if (used) throw new CommandError(`The key ${used.id} is still in use: restart the nodes, then run stagedoor keys retire again.`);
      await transact(database, undefined, async (trx) => {
        await forgetAddedKeys(
          trx,
          old.map(({ id }) => id),
        );
        await recordAudit(trx, {
          actorId: null,
          action: 'settings.keysRetired',
          objectKind: 'key',
          objectId: null,
          detail: { keys: old.length },
          at: clock.now(),
        });
      });
      await writeAddedKeys(config.dataDirectory, keys.slice(-1));
      say(`Removed ${old.map(({ id }) => id).join(', ')} from secrets.json. Keep a copy of the old file as long as backups of before.`);
    });
  },
};

export const keyCommands: readonly Command[] = [list, add, rotate, retire];
