import { IconLock } from '@tabler/icons-react';
import type { LiveCard } from '@stagedoor/contract/streams';
import { Chip } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** On a show that isn't for the viewer: who it is for. @param isShort for small cards: the lock alone, named for screen readers */
export const LockedChip = ({ card, isShort }: { card: Pick<LiveCard, 'access'>; isShort?: boolean }) => {
  const t = useText();
  if (card.access.allowed) return null;
  const words = t(card.access.reason === 'followers' ? 'live.forFollowers' : 'live.forSubscribers');
  return (
    <Chip tone="glass" icon={<IconLock size={14} stroke={1.75} aria-hidden="true" />}>
      <span className={isShort ? type.hidden : undefined}>{words}</span>
    </Chip>
  );
};
