import type { LedgerState } from '@stagedoor/contract/site';
import type { Locale } from '@stagedoor/contract/texts/text';
import { findChainHead, findLastLedgerCheck, shownChecks } from '../../ledger/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';

/**
 * The state of the ledger for everyone: stored results alone, without amounts, people or the details of a failure.
 * @throws CodedError NOT_FOUND while the owner doesn't publish it
 */
export const getLedgerState = async ({ database, settings }: Platform, locale: Locale): Promise<LedgerState> => {
  if (!settings.get('ledgerPageEnabled')) throw new CodedError('NOT_FOUND');
  const [last, head] = await Promise.all([findLastLedgerCheck(database), findChainHead(database)]);
  return {
    checkedAt: last?.at.toISOString() ?? null,
    ok: last?.ok ?? false,
    checks: shownChecks(last?.checks ?? []).map(({ invariant, ok }) => ({
      invariant,
      ok,
      text: translate(locale, `admin.check.${invariant}`),
    })),
    chain: head ? { transactions: Number(head.position), hash: head.hash.toString('hex'), sealedAt: head.sealedAt.toISOString() } : null,
  };
};
