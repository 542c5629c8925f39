import { IconExternalLink, IconVideo } from '@tabler/icons-react';
import type { OwnVideo } from '@stagedoor/contract/videos';
import type { ItemState } from '@stagedoor/contract/items.values';
import { useAction, useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 24;
/** States one looks for; `all` besides. */
const STATES = ['active', 'processing', 'draft', 'scheduled'] as const satisfies readonly ItemState[];

/** A performer's videos: found by words and state, edited, deleted. */
const Videos = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const state = STATES.find((one) => one === get('state'));
  const query = { limit: LIMIT, offset, ...(q ? { q } : {}), ...(state ? { state } : {}) };
  const own = useData('GET /performer/performer-assets/videos/search', { query });
  const { refetch } = own;
  useRealtimeEvent('files/changed', () => void refetch());
  const create = (
    <Button kind="gold" to="/model/videos/new">
      {t('videos.new')}
    </Button>
  );
  const isNarrow = q !== '' || state !== undefined;
  return (
    <ListPage
      title={t('videos.title')}
      head={create}
      width="wide"
      list={own}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={5} size={84} square />}
      tools={
        <>
          <ListSearch label={t('videos.search')} />
          <div className={lists.filters} role="group" aria-label={t('videos.states')}>
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
          <Empty title={t('videos.noneFound')} text={t('galleries.noneFoundText')} action={create} />
        ) : (
          <Empty title={t('videos.noOwn')} text={t('videos.noOwnText')} action={create} />
        )
      }
    >
      {(videos) => (
        <Card pad="lg">
          {videos.map((video) => (
            <Row key={video._id} video={video} onChange={() => void refetch()} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

const Row = ({ video, onChange }: { video: OwnVideo; onChange: () => void }) => {
  const t = useText();
  const format = useFormat();
  const remove = useAction('DELETE /performer/performer-assets/videos/{id}');
  const onRemove = async () => {
    if (!(await remove.run({ params: { id: video._id } }))) return false;
    onChange();
    return true;
  };
  const length = video.film?.durationSeconds;
  return (
    <OwnItemRow
      item={video}
      name={video.title}
      edit={`/model/videos/${video._id}`}
      icon={<IconVideo size={22} stroke={1.75} />}
      fact={[length ? format.clock(length) : '', video.publishedAt ? t('videos.views', { count: video.views }) : '']
        .filter(Boolean)
        .join(' · ')}
      acts={
        video.state === 'active' ? (
          <IconButton
            label={`${t('videos.open')}: ${video.title}`}
            icon={<IconExternalLink size={20} stroke={1.75} />}
            to={`/videos/${video._id}`}
          />
        ) : null
      }
      deleteAsk={t('videos.deleteAsk')}
      remove={{ busy: remove.busy, error: remove.error, run: onRemove }}
    />
  );
};

export default Videos;
