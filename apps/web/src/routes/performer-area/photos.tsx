import type { OwnPhoto } from '@stagedoor/contract/photos';
import { useState } from 'react';
import { useData, useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { OwnListPage, useOwnListQuery } from '../../features/lists/OwnListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { OwnPhotoRow } from '../../features/photos/OwnPhotoRow.tsx';
import { PhotoSheet } from '../../features/photos/PhotoSheet.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useText } from '../../ui/text.ts';

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
          <OwnPhotoRow
            key={photo._id}
            photo={photo}
            name={photo.title || photo.alt || t('photos.number', { index: offset + (page?.data.indexOf(photo) ?? 0) + 1 })}
            onEdit={() => setEdited(photo)}
            onChange={() => void refetch()}
          />
        )}
      </OwnListPage>
      <PhotoSheet photo={edited} onClose={() => setEdited(null)} onSaved={() => refetch()} />
    </>
  );
};

export default Photos;
