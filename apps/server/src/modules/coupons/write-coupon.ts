import type { Coupon, CouponInput } from '@stagedoor/contract/coupons';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type Selectable, sql } from 'kysely';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { type List, type ListQuery, type Sorts, allOf, by, likePattern, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Coupons } from '../../platform/database/schema.gen.ts';
import type { Platform } from '../../platform/platform.ts';
import { couponCodeOf } from './find-coupon.ts';

const columnsOf = (terms: CouponInput) => ({
  name: terms.name,
  percent: terms.percent === null ? null : Number(terms.percent),
  amount: terms.amount,
  item_kinds: [...terms.itemKinds],
  starts_at: terms.startsAt ? new Date(terms.startsAt) : null,
  ends_at: terms.endsAt ? new Date(terms.endsAt) : null,
  uses_maximum: terms.usesMaximum,
  uses_per_account: terms.usesPerAccount,
  active: terms.active,
});

type CouponRow = Selectable<Coupons> & { discounted: bigint | null };

const couponOf = (row: CouponRow): Coupon => ({
  _id: row.id,
  code: row.code,
  name: row.name,
  percent: row.percent === null ? null : hundredthsToNumber(BigInt(row.percent)),
  amount: row.amount === null ? null : hundredthsToNumber(row.amount),
  itemKinds: row.item_kinds,
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  usesMaximum: row.uses_maximum,
  usesPerAccount: row.uses_per_account,
  active: row.active,
  useCount: row.use_count,
  discounted: hundredthsToNumber(row.discounted ?? 0n),
  createdAt: row.created_at.toISOString(),
});

const COLUMNS = sql`c.*, (select sum(u.discount_amount)::bigint from coupon_uses u where u.coupon_id = c.id) as discounted`;

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`c.id`), updatedAt: by.instant(sql`c.updated_at`) };

/** The site's coupons. */
export const listCoupons = async (platform: Platform, query: ListQuery & { q?: string | undefined }): Promise<List<Coupon>> => {
  const pattern = query.q ? likePattern(query.q) : null;
  const where = allOf(pattern && sql`(lower(c.code) like ${pattern} or lower(c.name) like ${pattern})`);
  const { order } = sorted(SORTS, query, sql`c.id`);
  const page = sql<CouponRow>`select ${COLUMNS} from coupons c where ${where} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(platform.database, query, page, sql`from coupons c where ${where}`);
  return { data: rows.map(couponOf), ...totals };
};

const getCoupon = async ({ database }: Platform, id: string): Promise<Coupon> =>
  couponOf((await sql<CouponRow>`select ${COLUMNS} from coupons c where c.id = ${id}::uuid`.execute(database)).rows[0]!);

/** @throws CodedError COUPON_TAKEN */
export const createCoupon = async (
  platform: Platform,
  adminId: string,
  { code, terms }: { code: string; terms: CouponInput },
  idempotency: Idempotency | undefined,
): Promise<Coupon> => {
  const { id } = await transact(platform.database, idempotency, async (trx) => {
    const row = await trx
      .insertInto('coupons')
      .values({ code: couponCodeOf(code), ...columnsOf(terms) })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new CodedError('COUPON_TAKEN');
    const detail = { code: couponCodeOf(code), ...columnsOf(terms), amount: terms.amount?.toString() ?? null };
    await recordAudit(trx, { actorId: adminId, action: 'coupons.created', objectKind: 'coupon', objectId: row.id, detail });
    return row;
  });
  return getCoupon(platform, id);
};

/** @throws CodedError NOT_FOUND */
export const updateCoupon = async (
  platform: Platform,
  adminId: string,
  id: string,
  terms: CouponInput,
  idempotency: Idempotency | undefined,
): Promise<Coupon> => {
  await transact(platform.database, idempotency, async (trx) => {
    const row = await trx.selectFrom('coupons').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    await trx
      .updateTable('coupons')
      .set({ ...columnsOf(terms), updated_at: platform.clock.now() })
      .where('id', '=', id)
      .execute();
    const detail = {
      code: row.code,
      from: { name: row.name, percent: row.percent, amount: row.amount?.toString() ?? null, active: row.active },
      to: { ...columnsOf(terms), amount: terms.amount?.toString() ?? null },
    };
    await recordAudit(trx, { actorId: adminId, action: 'coupons.updated', objectKind: 'coupon', objectId: id, detail });
  });
  return getCoupon(platform, id);
};
