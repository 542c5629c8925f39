import type { PayoutState } from '@stagedoor/contract/payouts.values';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { type Translate, useText } from '../../../ui/text.ts';
import type { Payout } from './use-payouts.ts';

const TONES: Record<PayoutState, ChipTone> = {
  pending: 'info',
  approved: 'spot',
  paid: 'ok',
  rejected: 'bad',
  cancelled: 'plain',
  returned: 'warn',
};

/** Where a payout goes: "Bank account ending 0072". */
export const destinationOf = (t: Translate, { method, destination }: Pick<Payout, 'method' | 'destination'>): string =>
  t(`payouts.to.${method}`, { destination });

/** The state, of a paid one with its day, of a held one with the end of the hold. */
export const PayoutStateChip = ({ payout: { state, paidAt, heldUntil } }: { payout: Pick<Payout, 'state' | 'paidAt' | 'heldUntil'> }) => {
  const t = useText();
  const format = useFormat();
  if (heldUntil)
    return (
      <Chip size="sm" tone="warn">
        {t('payouts.heldUntil', { date: format.date(heldUntil, 'day') })}
      </Chip>
    );
  return (
    <Chip size="sm" tone={TONES[state]}>
      {state === 'paid' && paidAt ? t('payouts.paidOn', { date: format.date(paidAt, 'day') }) : t(`payouts.state.${state}`)}
    </Chip>
  );
};
