import type { LedgerCheck } from '@stagedoor/contract/admin-money';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';

/** Names who requested a check, when, and how long it took. */
export const useRequestText = () => {
  const t = useText();
  const format = useFormat();
  return (check: LedgerCheck) =>
    t('money.checkedBy', {
      name: check.actor?.name ?? t('money.nightly'),
      when: format.date(check.at, 'dayTime'),
      ms: format.count(check.tookMs),
    });
};
