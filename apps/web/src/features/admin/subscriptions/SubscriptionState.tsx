import type { AdminSubscriptionRow, AdminSubscriptionState } from '@stagedoor/contract/admin-subscriptions';
import { Chip, type ChipTone } from '../../../ui/Chip.tsx';
import { useText } from '../../../ui/text.ts';

const TONES: Record<AdminSubscriptionState, ChipTone> = { active: 'ok', grace: 'warn', cancelled: 'plain', ended: 'plain' };

export const SubscriptionState = ({ state }: { state: AdminSubscriptionState }) => {
  const t = useText();
  return (
    <Chip tone={TONES[state]} size="sm">
      {t(`subs.state.${state}`)}
    </Chip>
  );
};

/** Monthly, yearly, free, or in its trial. */
export const useSubscriptionType = (): ((row: Pick<AdminSubscriptionRow, 'type' | 'isTrial'>) => string) => {
  const t = useText();
  return ({ type, isTrial }) => (isTrial ? `${t(`subs.type.${type}`)} · ${t('subs.trial')}` : t(`subs.type.${type}`));
};

/** The renewal method, in a word. */
export const useRenewalText = (): ((row: Pick<AdminSubscriptionRow, 'renewsBy' | 'renewsAt'>) => string) => {
  const t = useText();
  return ({ renewsBy, renewsAt }) => t(`subs.renewsBy.${renewsAt === null ? 'nothing' : (renewsBy ?? 'free')}`);
};
