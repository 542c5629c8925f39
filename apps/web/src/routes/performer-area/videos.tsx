import { isolated } from '@stagedoor/contract/visible-text.values';
import { IconExternalLink, IconVideo } from '@tabler/icons-react';
import type { OwnVideo } from '@stagedoor/contract/videos';
import { useAction, useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import { OwnListPage, useOwnListQuery } from '../../features/lists/OwnListPage.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';

/** States one looks for; `all` besides. */
const STATES = ['active', 'processing', 'review', 'draft', 'scheduled'] as const;

/** A performer's videos: found by words and state, edited, deleted. */
const Videos = () => {
  const t = useText();
  const { query, isNarrow } = useOwnListQuery(STATES);
  const own = useListData('GET /performer/performer-assets/videos/search', { query });
  const { refetch } = own;
  useRealtimeEvent('files/changed', () => void refetch());
  return (
    <OwnListPage
      title={t('videos.title')}
      search={t('videos.search')}
      create={
        <Button kind="gold" to="/model/videos/new">
          {t('videos.new')}
        </Button>
      }
      states={STATES}
      list={own}
      isNarrow={isNarrow}
      none={{ found: t('videos.noneFound'), own: t('videos.noOwn'), ownText: t('videos.noOwnText') }}
    >
      {(video) => <Row key={video._id} video={video} onChange={() => void refetch()} />}
    </OwnListPage>
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
            label={`${t('videos.open')}: ${isolated(video.title)}`}
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
