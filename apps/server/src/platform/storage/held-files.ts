import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../database/database.ts';

/** Files that are closed to everybody but moderators and their owner, whatever address they were given. */
export interface FileHolds {
  /** The owner of a held file, by a key of it; undefined for a file that isn't held. Answers from memory. */
  ownerOf(key: string): string | undefined;
}

/** The channel on which nodes hear that an object's files are held, or no longer held. */
export const HELD_FILES_CHANNEL = 'held_files';

const holderSchema = z.object({ type: z.string(), id: z.string() });

/** The object for whose sake files are held: content with a measure, or a file that looks like what was taken down. */
export type Holder = z.output<typeof holderSchema>;

/** Notifies every node with the commit that the held files of an object changed. */
export const announceHeld = async (trx: Trx, { type, id }: Holder): Promise<void> => {
  await sql`select pg_notify(${HELD_FILES_CHANNEL}, ${JSON.stringify({ type, id })})`.execute(trx);
};

export const holderOf = (payload: string): Holder => holderSchema.parse(JSON.parse(payload));
