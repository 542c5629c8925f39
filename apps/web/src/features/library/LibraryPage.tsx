import type { ItemKind } from '@stagedoor/contract/items.values';
import { SHELVES, type Shelf } from '@stagedoor/contract/library.values';
import type { ReactNode } from 'react';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { classes } from '../../ui/classes.ts';
import { FilterChip } from '../../ui/Chip.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ListSearch } from '../lists/ListSearch.tsx';
import { useListSearch } from '../lists/use-list-search.ts';
import { LibraryShelf, useShelf } from './LibraryShelf.tsx';
import styles from './library.module.css';

const ADDRESSES: Record<Shelf, string> = {
  purchased: '/library',
  saved: '/bookmarks',
  favourites: '/favourites',
  'watch-later': '/watch-later',
  continue: '/library/continue',
};

/** The kinds that a shelf has, as filters; nothing where it has one. */
const Kinds = ({ kinds, on, onChoose }: { kinds: readonly ItemKind[]; on: ItemKind | undefined; onChoose: (kind: string) => void }) => {
  const t = useText();
  if (kinds.length < 2) return null;
  return (
    <div className={styles.kinds} role="group" aria-label={t('library.kinds')}>
      <FilterChip on={on === undefined} onClick={() => onChoose('')}>
        {t('home.all')}
      </FilterChip>
      {kinds.map((kind) => (
        <FilterChip key={kind} on={on === kind} onClick={() => onChoose(on === kind ? '' : kind)}>
          {t(`library.many.${kind}`)}
        </FilterChip>
      ))}
    </div>
  );
};

interface LibraryPageProps {
  shelf: Shelf;
  /** Shown instead of cards for a kind, while no words narrow the shelf. */
  instead?: { kind?: ItemKind; list: ReactNode };
}

/** A shelf of the library: its tab, words and kinds, and what is on it. */
export const LibraryPage = ({ shelf, instead }: LibraryPageProps) => {
  const t = useText();
  const { get, change } = useListSearch();
  const q = (get('q') ?? '').trim().slice(0, 60);
  const all = useShelf(shelf, { q: '', kind: undefined });
  const kinds = all.data?.pages[0]?.kinds ?? [];
  const kind = kinds.find((one) => one === get('kind'));
  const answer = useShelf(shelf, { q, kind });
  const isInstead = instead !== undefined && q === '' && instead.kind === kind;
  return (
    <Page width="wide">
      <PageTitle title={t('bookmarks.title')} />
      <h1 className={classes(type.display, type.s46)}>{t('bookmarks.title')}</h1>
      <div className={styles.toEdges}>
        <Tabs
          label={t('bookmarks.title')}
          tabs={SHELVES.map((one) => ({ to: ADDRESSES[one], text: t(`library.shelf.${one}`), on: one === shelf }))}
        />
      </div>
      <div className={styles.tools}>
        <ListSearch key={shelf} label={t('library.search')} />
        <Kinds kinds={kinds} on={kind} onChoose={(chosen) => change({ kind: chosen || null })} />
      </div>
      {isInstead ? instead.list : <LibraryShelf shelf={shelf} q={q} kind={kind} answer={answer} />}
    </Page>
  );
};
