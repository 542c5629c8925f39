import { type RawBuilder, sql } from 'kysely';
import { prefixPattern } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';

/** The columns of a joined person: `buyer_id`, `buyer_username`, … */
export type PersonColumns<P extends string> = { [K in `${P}_id` | `${P}_username` | `${P}_name` | `${P}_avatar_key`]: string | null };

/** @param alias of the accounts table */
export const personColumns = (alias: string, prefix: string): RawBuilder<unknown> =>
  sql.join(
    ['id', 'username', 'name', 'avatar_key'].map((column) => sql`${sql.ref(`${alias}.${column}`)} as ${sql.ref(`${prefix}_${column}`)}`),
  );

export const personOf = <P extends string>(platform: Platform, row: PersonColumns<P>, prefix: P) => {
  const columns = row as Record<string, string | null>;
  const id = columns[`${prefix}_id`];
  return id
    ? {
        _id: id,
        username: columns[`${prefix}_username`] ?? '',
        name: columns[`${prefix}_name`] ?? '',
        avatar: avatarUrl(platform, columns[`${prefix}_avatar_key`] ?? null),
      }
    : null;
};

/** A LIKE pattern for the beginning of a username, with or without its @. */
export const prefixPatternOf = (q: string): string => prefixPattern(q.replace(/^@/, ''));
