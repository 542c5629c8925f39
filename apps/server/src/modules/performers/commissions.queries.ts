import { COMMISSION_KEYS } from '@stagedoor/contract/performers';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

type CommissionKey = (typeof COMMISSION_KEYS)[number];

/** The effective commission of a performer on each kind of sale, in per cent. @throws CodedError NOT_FOUND */
export const listCommissions = async (
  { database, settings }: Platform,
  performerId: string,
): Promise<{ kind: CommissionKey; rate: number; source: 'site' | 'own' }[]> => {
  const row = await database
    .selectFrom('performers')
    .select('commission_overrides')
    .where('account_id', '=', performerId)
    .executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  // In hundredths of a per cent, as stored with sales.
  const own = row.commission_overrides as Partial<Record<CommissionKey, number>>;
  return COMMISSION_KEYS.map((kind) => {
    const override = own[kind];
    return override === undefined ? { kind, rate: settings.get(kind), source: 'site' } : { kind, rate: override / 100, source: 'own' };
  });
};
