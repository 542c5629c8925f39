import { ListSearch } from '../../../features/lists/ListSearch.tsx';
import lists from '../../../features/lists/lists.module.css';
import { useListSearch } from '../../../features/lists/use-list-search.ts';
import { FilterChip } from '../../../ui/Chip.tsx';
import { useText } from '../../../ui/text.ts';

/** Kinds of files one looks for. */
export const MEDIA_KINDS = ['image', 'video'] as const;

/** The search, and the kinds of files. */
export const LibraryTools = ({ kind }: { kind: (typeof MEDIA_KINDS)[number] | undefined }) => {
  const t = useText();
  const { change } = useListSearch();
  return (
    <div className={lists.tools}>
      <ListSearch label={t('media.search')} />
      <div className={lists.filters}>
        <FilterChip on={!kind} onClick={() => change({ kind: null })}>
          {t('home.all')}
        </FilterChip>
        {MEDIA_KINDS.map((one) => (
          <FilterChip key={one} on={kind === one} onClick={() => change({ kind: one })}>
            {t(one === 'image' ? 'home.photos' : 'home.videos')}
          </FilterChip>
        ))}
      </div>
    </div>
  );
};
