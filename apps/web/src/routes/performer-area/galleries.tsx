import { IconPhoto } from '@tabler/icons-react';
import type { OwnGallery } from '@stagedoor/contract/galleries';
import { useAction, useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import { OwnListPage, useOwnListQuery } from '../../features/lists/OwnListPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** States one looks for; `all` besides. */
const STATES = ['active', 'review', 'draft', 'scheduled'] as const;

/** A performer's galleries: found by words and state, edited, deleted. */
const Galleries = () => {
  const t = useText();
  const { query, isNarrow } = useOwnListQuery(STATES);
  const own = useListData('GET /performer/performer-assets/galleries/search', { query });
  const { refetch } = own;
  useRealtimeEvent('files/changed', () => void refetch());
  return (
    <OwnListPage
      title={t('galleries.title')}
      search={t('galleries.search')}
      create={
        <Button kind="gold" to="/model/galleries/new">
          {t('galleries.new')}
        </Button>
      }
      states={STATES}
      list={own}
      isNarrow={isNarrow}
      none={{ found: t('galleries.noneFound'), own: t('galleries.noOwn'), ownText: t('galleries.noOwnText') }}
    >
      {(gallery) => <Row key={gallery._id} gallery={gallery} onChange={() => void refetch()} />}
    </OwnListPage>
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
