import { sql } from 'kysely';
import type { Database, Executor } from '../platform/database/database.ts';
import type { Listener } from '../platform/database/listener.ts';
import type { Quiet } from '../platform/quiet.ts';

const CHANNEL = 'restores';

const readIsOpen = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('site_restores').select('id').where('confirmed_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;

/** Reads at the start whether a restore waits for its confirmation, and again on each notification. */
export const createQuiet = async (database: Database, listener: Listener): Promise<Quiet> => {
  let isOn = await readIsOpen(database);
  const waiting: (() => Promise<void>)[] = [];
  const read = async (): Promise<void> => {
    isOn = await readIsOpen(database);
    while (!isOn && waiting.length > 0) {
      await waiting[0]!();
      waiting.shift();
    }
  };
  // Serialized, so that an older result can't overwrite a newer one.
  let reading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read);
    return reading;
  };
  listener.listen(CHANNEL, reload);
  return { isOn: () => isOn, onEnd: (start) => void waiting.push(start), reload };
};

/** Tells all nodes to read the state again once the transaction commits. */
export const announceRestore = async (executor: Executor): Promise<void> => {
  await sql`select pg_notify(${CHANNEL}, '')`.execute(executor);
};
