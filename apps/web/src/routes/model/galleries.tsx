import { IconPhoto } from '@tabler/icons-react';
import type { OwnGallery } from '@stagedoor/contract/galleries';
import type { ItemState } from '@stagedoor/contract/items.values';
import { useAction, useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 24;
/** States one looks for; `all` besides. */
const STATES = ['active', 'draft', 'scheduled'] as const satisfies readonly ItemState[];

/** A performer's galleries: found by words and state, edited, deleted. */
const Galleries = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const state = STATES.find((one) => one === get('state'));
  const query = { limit: LIMIT, offset, ...(q ? { q } : {}), ...(state ? { state } : {}) };
  const own = useData('GET /performer/performer-assets/galleries/search', { query });
  const { refetch } = own;
  useRealtimeEvent('files/changed', () => void refetch());
  const create = (
    <Button kind="gold" to="/model/galleries/new">
      {t('galleries.new')}
    </Button>
  );
  const isNarrow = q !== '' || state !== undefined;
  return (
    <ListPage
      title={t('galleries.title')}
      head={create}
      width="wide"
      list={own}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={5} size={84} square />}
      tools={
        <>
          <ListSearch label={t('galleries.search')} />
          <div className={lists.filters} role="group" aria-label={t('galleries.states')}>
            <FilterChip on={!state} onClick={() => change({ state: null, offset: null })}>
              {t('galleries.state.all')}
            </FilterChip>
            {STATES.map((one) => (
              <FilterChip key={one} on={one === state} onClick={() => change({ state: one === state ? null : one, offset: null })}>
                {t(`model.state.${one}`)}
              </FilterChip>
            ))}
          </div>
        </>
      }
      empty={
        isNarrow ? (
          <Empty title={t('galleries.noneFound')} text={t('galleries.noneFoundText')} action={create} />
        ) : (
          <Empty title={t('galleries.noOwn')} text={t('galleries.noOwnText')} action={create} />
        )
      }
    >
      {(galleries) => (
        <Card pad="lg">
          {galleries.map((gallery) => (
            <Row key={gallery._id} gallery={gallery} onChange={() => void refetch()} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

const Row = ({ gallery, onChange }: { gallery: OwnGallery; onChange: () => void }) => {
  const t = useText();
  const remove = useAction('DELETE /performer/performer-assets/galleries/{id}');
  const cover = gallery.files.find(({ _id }) => _id === gallery.coverFileId)?.picture;
  const onRemove = async () => {
    if (!(await remove.run({ params: { id: gallery._id } }))) return false;
    onChange();
    return true;
  };
  return (
    <OwnItemRow
      item={gallery}
      name={gallery.title}
      edit={`/model/galleries/${gallery._id}`}
      icon={<IconPhoto size={22} stroke={1.75} />}
      fact={t('ui.photos', { count: gallery.files.length })}
      deleteAsk={t('galleries.deleteAsk')}
      remove={{ busy: remove.busy, error: remove.error, run: onRemove }}
      {...(cover ? { picture: cover } : {})}
    />
  );
};

export default Galleries;
