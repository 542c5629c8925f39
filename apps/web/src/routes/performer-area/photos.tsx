import { IconExternalLink, IconPhoto } from '@tabler/icons-react';
import type { OwnPhoto } from '@stagedoor/contract/photos';
import { useState } from 'react';
import { useAction, useData, useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import { OwnListPage, useOwnListQuery } from '../../features/lists/OwnListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { PhotoForm } from '../../features/photos/PhotoForm.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

/** States one looks for; `all` besides. */
const STATES = ['active', 'processing', 'review', 'draft'] as const;
const GALLERIES = { query: { limit: 100 } } as const;

/** A performer's photos: those by themselves, or those of a gallery; found by words and state, changed, deleted. */
const Photos = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const [edited, setEdited] = useState<OwnPhoto | null>(null);
  const galleryId = get('galleryId') ?? '';
  const { query, isNarrow } = useOwnListQuery(STATES);
  const own = useListData('GET /performer/performer-assets/photos/search', { query: { ...query, ...(galleryId ? { galleryId } : {}) } });
  const { data: galleries } = useData('GET /performer/performer-assets/galleries/search', GALLERIES);
  const { data: page, refetch } = own;
  useRealtimeEvent('files/changed', () => void refetch());
  return (
    <>
      <OwnListPage
        title={t('photos.title')}
        search={t('photos.search')}
        create={
          <Button kind="gold" to="/model/photos/new">
            {t('photos.new')}
          </Button>
        }
        states={STATES}
        list={own}
        isNarrow={isNarrow || galleryId !== ''}
        none={{ found: t('photos.noneFound'), own: t('photos.noOwn'), ownText: t('photos.noOwnText') }}
        filters={
          galleries && galleries.total > 0 ? (
            <SelectField
              label={t('photos.where')}
              name="galleryId"
              value={galleryId}
              onChange={(event) => change({ galleryId: event.currentTarget.value || null, offset: null })}
              choices={[{ value: '', text: t('photos.alone') }, ...galleries.data.map(({ _id, title }) => ({ value: _id, text: title }))]}
            />
          ) : null
        }
      >
        {(photo) => (
          <Row
            key={photo._id}
            photo={photo}
            name={photo.title || photo.alt || t('photos.number', { index: offset + (page?.data.indexOf(photo) ?? 0) + 1 })}
            onEdit={() => setEdited(photo)}
            onChange={() => void refetch()}
          />
        )}
      </OwnListPage>
      <Sheet opened={edited !== null} onClose={() => setEdited(null)} title={t('photos.edit')}>
        {edited ? (
          <PhotoForm
            key={edited._id}
            photo={edited}
            onSaved={async (saved) => {
              toast(t(saved.state === 'review' ? 'reviews.sent' : 'model.saved'), { tone: 'ok' });
              setEdited(null);
              await refetch();
            }}
          />
        ) : null}
      </Sheet>
    </>
  );
};

interface RowProps {
  photo: OwnPhoto;
  name: string;
  onEdit: () => void;
  onChange: () => void;
}

const Row = ({ photo, name, onEdit, onChange }: RowProps) => {
  const t = useText();
  const remove = useAction('DELETE /performer/performer-assets/photos/{id}');
  const onRemove = async () => {
    if (!(await remove.run({ params: { id: photo._id } }))) return false;
    onChange();
    return true;
  };
  return (
    <OwnItemRow
      item={photo}
      name={name}
      edit={onEdit}
      icon={<IconPhoto size={22} stroke={1.75} />}
      acts={
        photo.state === 'active' ? (
          <IconButton
            label={`${t('videos.open')}: ${name}`}
            icon={<IconExternalLink size={20} stroke={1.75} />}
            to={`/photos/${photo._id}`}
          />
        ) : null
      }
      deleteAsk={t('photos.deleteAsk')}
      remove={{ busy: remove.busy, error: remove.error, run: onRemove }}
    />
  );
};

export default Photos;
