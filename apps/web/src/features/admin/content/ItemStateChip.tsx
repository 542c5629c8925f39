import type { ItemState } from '@stagedoor/contract/items.values';
import { Chip } from '../../../ui/Chip.tsx';
import { useText } from '../../../ui/text.ts';

/** The state of an item; nothing for a deleted one. */
export const ItemStateChip = ({ state }: { state: ItemState }) => {
  const t = useText();
  if (state === 'deleted') return null;
  return <Chip tone={state === 'active' ? 'ok' : state === 'taken-down' ? 'bad' : 'plain'}>{t(`model.state.${state}`)}</Chip>;
};
