import { useNavigate } from 'react-router';
import { type HomeFilter, homeAddress } from '../../features/item-lists/home-filter.ts';
import styles from '../../features/home/home.module.css';
import { FilterChip } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';
import { useScrollSelectedIntoView } from '../../ui/use-scroll-selected-into-view.ts';

const KINDS = [
  { filter: { type: 'photo' }, text: 'home.photos' },
  { filter: { type: 'video' }, text: 'home.videos' },
  { filter: { kinds: 'gallery' }, text: 'galleries.title' },
  { filter: { polls: true }, text: 'home.polls' },
] as const;

const SOURCES = [
  { from: 'subscriptions', text: 'home.subscriptions' },
  { from: 'following', text: 'home.follows' },
] as const;

/** Filters by source and type. Stored in the address; pressing an active chip clears it. */
export const FeedFilters = ({ filter, isHome }: { filter: HomeFilter; isHome: boolean }) => {
  const t = useText();
  const navigate = useNavigate();
  const { from, ...ofKind } = filter;
  const isNarrow = Object.keys(ofKind).length > 0;
  const go = (next: HomeFilter) =>
    void navigate(homeAddress(next, isHome ? undefined : 'discover'), { replace: true, preventScrollReset: true });
  const ofSource = from ? { from } : {};
  const row = useScrollSelectedIntoView<HTMLDivElement>(homeAddress(filter));
  return (
    <div ref={row} className={styles.filters} role="group" aria-label={t('home.filters')}>
      <FilterChip on={!from && !isNarrow} onClick={() => go({})}>
        {t('home.all')}
      </FilterChip>
      {isHome ? (
        <>
          {SOURCES.map((source) => (
            <FilterChip
              key={source.from}
              on={from === source.from}
              onClick={() => go(from === source.from ? ofKind : { ...ofKind, from: source.from })}
            >
              {t(source.text)}
            </FilterChip>
          ))}
          <span className={styles.divider} aria-hidden="true" />
        </>
      ) : null}
      {KINDS.filter(({ filter: kind }) => isHome || 'type' in kind).map((kind) => {
        const on = Object.entries(kind.filter).every(([name, value]) => filter[name as keyof HomeFilter] === value);
        return (
          <FilterChip key={kind.text} on={on} onClick={() => go(on ? ofSource : { ...ofSource, ...kind.filter })}>
            {t(kind.text)}
          </FilterChip>
        );
      })}
    </div>
  );
};
