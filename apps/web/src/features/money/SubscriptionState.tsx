import type { AdminSubscriptionRow, AdminSubscriptionState } from '@stagedoor/contract/admin-subscriptions';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';

const TONES: Record<AdminSubscriptionState, ChipTone> = { active: 'ok', grace: 'warn', cancelled: 'plain', ended: 'plain' };

export const SubscriptionState = ({ state }: { state: AdminSubscriptionState }) => {
  const say = useText();
  return (
    <Chip tone={TONES[state]} size="sm">
      {say(`subs.state.${state}`)}
    </Chip>
  );
};

/** Monthly, yearly, free, or in its free days. */
export const useSubscriptionType = (): ((row: Pick<AdminSubscriptionRow, 'type' | 'isTrial'>) => string) => {
  const say = useText();
  return ({ type, isTrial }) => (isTrial ? `${say(`subs.type.${type}`)} · ${say('subs.trial')}` : say(`subs.type.${type}`));
};

/** By what it renews, in a word. */
export const useRenewalText = (): ((row: Pick<AdminSubscriptionRow, 'renewsBy' | 'renewsAt'>) => string) => {
  const say = useText();
  return ({ renewsBy, renewsAt }) => say(`subs.renewsBy.${renewsAt === null ? 'nothing' : (renewsBy ?? 'free')}`);
};
