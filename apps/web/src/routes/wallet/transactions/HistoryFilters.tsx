import { MOVEMENT_GROUP_NAMES } from '@stagedoor/contract/wallet.values';
import { ListFilters } from '../../../features/lists/ListFilters.tsx';
import { useText } from '../../../ui/text.ts';

export const CARD = 'card';

const FILTERS = [...MOVEMENT_GROUP_NAMES, CARD] as const;

/** The groups of movements, and payments by card. */
export const HistoryFilters = () => {
  const t = useText();
  return <ListFilters name="group" values={FILTERS} all={t('wallet.everyMovement')} textOf={(one) => t(`wallet.groups.${one}`)} />;
};
