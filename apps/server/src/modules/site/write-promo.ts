import type { AuditAction } from '@stagedoor/contract/audit.values';
import type { Audience } from '@stagedoor/contract/settings';
import { sql } from 'kysely';
import { type Idempotency, type Trx, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { attachFile, removeFile, storePicture } from '../files/index.ts';
import { type Localised, withoutEmpty } from './localised.ts';
import { forgetPromos } from './promos.queries.ts';

export interface PromoContent {
  title: Localised;
  text: Localised;
  button: Localised;
  link: string;
  audience: Audience;
  isActive: boolean;
  /** ISO instants, or null for unlimited. */
  startsAt: string | null;
  endsAt: string | null;
}

const columnsOf = (promo: PromoContent) => ({
  title: JSON.stringify(withoutEmpty(promo.title)),
  text: JSON.stringify(withoutEmpty(promo.text)),
  button: JSON.stringify(withoutEmpty(promo.button)),
  link: promo.link,
  audience: promo.audience,
  is_active: promo.isActive,
  starts_at: promo.startsAt ? new Date(promo.startsAt) : null,
  ends_at: promo.endsAt ? new Date(promo.endsAt) : null,
});

/** `transact`, after which the promos are read again. */
const changePromos: typeof transact = async (database, ...rest) => {
  const answer = await transact(database, ...rest);
  forgetPromos(database);
  return answer;
};

const lockPromo = async (trx: Trx, id: string) => {
  const row = await trx.selectFrom('promos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return row;
};

const audit = (
  trx: Trx,
  actorId: string | null,
  action: AuditAction,
  objectId: string | null,
  detail: Record<string, unknown>,
): Promise<void> => recordAudit(trx, { actorId, action, objectKind: 'promo', objectId, detail });

/** Creates a promo, sorted after the others. */
export const createPromo = (
  { database }: Platform,
  adminId: string | null,
  content: PromoContent,
  idempotency: Idempotency | undefined,
): Promise<{ id: string }> =>
  changePromos(database, idempotency, async (trx) => {
    const { id } = await trx
      .insertInto('promos')
      .values({ ...columnsOf(content), position: sql<number>`(select coalesce(max(position), 0) + 1 from promos)` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(trx, adminId, 'promos.created', id, { ...content });
    return { id };
  });

/** @throws CodedError NOT_FOUND */
export const updatePromo = async (
  { database, clock }: Platform,
  adminId: string,
  id: string,
  content: PromoContent,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  await changePromos(database, idempotency, async (trx) => {
    const { title, text, button, link, audience, is_active, starts_at, ends_at } = await lockPromo(trx, id);
    await trx
      .updateTable('promos')
      .set({ ...columnsOf(content), updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    const from = { title, text, button, link, audience, isActive: is_active, startsAt: starts_at, endsAt: ends_at };
    await audit(trx, adminId, 'promos.updated', id, { from, to: { ...content } });
    return {};
  });
};

/** @throws CodedError NOT_FOUND */
export const deletePromo = async (platform: Platform, adminId: string, id: string, idempotency: Idempotency | undefined): Promise<void> => {
  await changePromos(platform.database, idempotency, async (trx) => {
    const row = await lockPromo(trx, id);
    await trx.deleteFrom('promos').where('id', '=', id).execute();
    if (row.picture_file_id) await removeFile(platform, trx, row.picture_file_id);
    await audit(trx, adminId, 'promos.deleted', id, { title: row.title });
    return {};
  });
};

/**
 * Sets a promo's picture and removes the previous files.
 * @throws CodedError NOT_FOUND, FILE_UNREADABLE
 */
export const setPromoPicture = async (
  platform: Platform,
  adminId: string | null,
  id: string,
  file: ReceivedFile,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  const exists = await database.selectFrom('promos').select('id').where('id', '=', id).executeTakeFirst();
  if (!exists) throw new CodedError('NOT_FOUND');
  const picture = await storePicture(platform, file, { ownerId: adminId, purpose: 'promo' });
  await changePromos(database, idempotency, async (trx) => {
    const row = await lockPromo(trx, id);
    await attachFile(trx, picture.id, clock.now());
    await trx.updateTable('promos').set({ picture_file_id: picture.id, updated_at: clock.now() }).where('id', '=', id).execute();
    if (row.picture_file_id) await removeFile(platform, trx, row.picture_file_id);
    await audit(trx, adminId, 'promos.pictureSet', id, { from: row.picture_file_id, to: picture.id });
    return {};
  });
};

/** Sorts promos as given; the others follow in their existing order. Unknown ids are ignored. */
export const orderPromos = async ({ database }: Platform, adminId: string, ids: readonly string[]): Promise<void> => {
  await changePromos(database, undefined, async (trx) => {
    const rows = await trx.selectFrom('promos').select('id').orderBy('position').orderBy('id').forUpdate().execute();
    const known = rows.map(({ id }) => id);
    const order = [...new Set([...ids.filter((id) => known.includes(id)), ...known])];
    for (const [position, id] of order.entries()) await trx.updateTable('promos').set({ position }).where('id', '=', id).execute();
    await audit(trx, adminId, 'promos.ordered', null, { from: known, to: order });
    return {};
  });
};
