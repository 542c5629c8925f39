import { IconExternalLink, IconPhoto } from '@tabler/icons-react';
import type { ItemState } from '@stagedoor/contract/items.values';
import type { OwnPhoto } from '@stagedoor/contract/photos';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { PhotoForm } from '../../features/photos/PhotoForm.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

const LIMIT = 24;
/** States one looks for; `all` besides. */
const STATES = ['active', 'processing'] as const satisfies readonly ItemState[];
const GALLERIES = { query: { limit: 100 } } as const;

/** A performer's photos: those by themselves, or those of a gallery; found by words and state, changed, deleted. */
const Photos = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const [edited, setEdited] = useState<OwnPhoto | null>(null);
  const q = get('q') ?? '';
  const galleryId = get('galleryId') ?? '';
  const state = STATES.find((one) => one === get('state'));
  const query = { limit: LIMIT, offset, ...(q ? { q } : {}), ...(state ? { state } : {}), ...(galleryId ? { galleryId } : {}) };
  const own = useData('GET /performer/performer-assets/photos/search', { query });
  const { data: galleries } = useData('GET /performer/performer-assets/galleries/search', GALLERIES);
  const { refetch } = own;
  useRealtimeEvent('files/changed', () => void refetch());
  const create = (
    <Button kind="gold" to="/model/photos/new">
      {t('photos.new')}
    </Button>
  );
  const isNarrow = q !== '' || state !== undefined || galleryId !== '';
  return (
    <>
      <ListPage
        title={t('photos.title')}
        head={create}
        width="wide"
        list={own}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={5} size={84} square />}
        tools={
          <>
            <ListSearch label={t('photos.search')} />
            {galleries && galleries.total > 0 ? (
              <SelectField
                label={t('photos.where')}
                name="galleryId"
                value={galleryId}
                onChange={(event) => change({ galleryId: event.currentTarget.value || null, offset: null })}
                choices={[{ value: '', text: t('photos.alone') }, ...galleries.data.map(({ _id, title }) => ({ value: _id, text: title }))]}
              />
            ) : null}
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
            <Empty title={t('photos.noneFound')} text={t('galleries.noneFoundText')} action={create} />
          ) : (
            <Empty title={t('photos.noOwn')} text={t('photos.noOwnText')} action={create} />
          )
        }
      >
        {(photos) => (
          <Card pad="lg">
            {photos.map((photo, index) => (
              <Row
                key={photo._id}
                photo={photo}
                name={photo.title || photo.alt || t('photos.number', { index: offset + index + 1 })}
                onEdit={() => setEdited(photo)}
                onChange={() => void refetch()}
              />
            ))}
          </Card>
        )}
      </ListPage>
      <Sheet opened={edited !== null} onClose={() => setEdited(null)} title={t('photos.edit')}>
        {edited ? (
          <PhotoForm
            key={edited._id}
            photo={edited}
            onSaved={async () => {
              toast(t('model.saved'), { tone: 'ok' });
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
