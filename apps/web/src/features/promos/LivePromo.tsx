import { isOnAir, showPageOf } from '@stagedoor/contract/live-state.values';
import type { Promo } from '@stagedoor/contract/site';
import { LiveBadge } from '../../ui/Chip.tsx';
import { useStageWords } from '../../ui/stage-words.ts';
import { useText } from '../../ui/text.ts';
import { PromoCard } from './PromoCard.tsx';

/** A promo whose performer is on air: it says so, and leads to the show. */
export const LivePromo = ({ promo: { performer, ...promo } }: { promo: Promo }) => {
  const t = useText();
  const words = useStageWords();
  const { live } = performer ?? {};
  const page = live && isOnAir(live) ? showPageOf(live) : null;
  if (!performer || !page || !live || !('title' in live)) return <PromoCard promo={promo} />;
  const { rate, seats } = words(live);
  return (
    <PromoCard
      mark={<LiveBadge />}
      promo={{
        ...promo,
        title: t('stage.promo', { name: performer.name }),
        text: [live.title, [rate, seats].filter(Boolean).join(' · ')].filter(Boolean).join('\n'),
        button: t(live.state === 'group' ? 'stage.join' : 'live.watch'),
        link: page,
      }}
    />
  );
};
