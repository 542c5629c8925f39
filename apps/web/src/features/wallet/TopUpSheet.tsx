import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { TopUpForm } from './TopUpForm.tsx';

/** Top-up for an interrupted purchase: suggests the missing amount and returns to the purchase. */
export const TopUpSheet = ({ needed, returnTo, onClose }: { needed: number; returnTo: string; onClose: () => void }) => {
  const t = useText();
  return (
    <Sheet opened onClose={onClose} title={t('wallet.topUp')}>
      <TopUpForm needed={needed} returnTo={returnTo} />
    </Sheet>
  );
};
