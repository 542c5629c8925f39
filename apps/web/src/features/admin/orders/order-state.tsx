import type { OrderState } from '@stagedoor/contract/payments.values';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { useText } from '../../../ui/text.ts';

const TONES: Record<OrderState, ChipTone> = {
  created: 'plain',
  paid: 'ok',
  failed: 'warn',
  cancelled: 'plain',
  expired: 'plain',
  refunded: 'info',
  chargedBack: 'bad',
};

export const OrderStateChip = ({ state }: { state: OrderState }) => {
  const t = useText();
  return (
    <Chip tone={TONES[state]} size="sm">
      {t(`money.orderState.${state}`)}
    </Chip>
  );
};
