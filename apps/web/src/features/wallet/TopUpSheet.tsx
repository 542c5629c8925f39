import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { TopUpForm } from './TopUpForm.tsx';

/** Tokens for an interrupted purchase: asks for what is missing, and comes back to it. */
export const TopUpSheet = ({ needed, returnTo, onClose }: { needed: number; returnTo: string; onClose: () => void }) => {
  const say = useText();
  return (
    <Sheet opened onClose={onClose} title={say('wallet.topUp')}>
      <TopUpForm needed={needed} returnTo={returnTo} />
    </Sheet>
  );
};
