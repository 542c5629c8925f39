import { IconExternalLink, IconVideo } from '@tabler/icons-react';
import type { ItemState } from '@stagedoor/contract/items.values';
import type { OwnReel } from '@stagedoor/contract/reels';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { useSavedToast } from '../../features/items/composer/ComposerFrame.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { VerifyEmailPrompt } from '../../features/model/VerifyEmailPrompt.tsx';
import { ReelForm } from '../../features/reels/ReelForm.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 24;
/** States one looks for; `all` besides. */
const STATES = ['active', 'processing', 'draft'] as const satisfies readonly ItemState[];

/** A performer's reels: published, found by words and state, changed, deleted. */
const Reels = () => {
  const t = useText();
  const user = useCurrentUser();
  const savedToast = useSavedToast();
  const { get, offset, change } = useListSearch();
  const [edited, setEdited] = useState<OwnReel | 'new' | null>(null);
  const q = get('q') ?? '';
  const state = STATES.find((one) => one === get('state'));
  const query = { limit: LIMIT, offset, ...(q ? { q } : {}), ...(state ? { state } : {}) };
  const own = useData('GET /performer/performer-assets/reels/search', { query });
  const { refetch } = own;
  useRealtimeEvent('files/changed', () => void refetch());
  const create = (
    <Button kind="gold" onClick={() => setEdited('new')}>
      {t('reels.new')}
    </Button>
  );
  const isNarrow = q !== '' || state !== undefined;
  return (
    <>
      <ListPage
        title={t('reels.title')}
        head={create}
        width="wide"
        list={own}
        limit={LIMIT}
        skeleton={<RowsSkeleton rows={5} size={84} square />}
        tools={
          <>
            {user.emailVerified ? null : <VerifyEmailPrompt />}
            <ListSearch label={t('reels.search')} />
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
            <Empty title={t('reels.noneFound')} text={t('galleries.noneFoundText')} action={create} />
          ) : (
            <Empty title={t('reels.noOwn')} text={t('reels.noOwnText')} action={create} />
          )
        }
      >
        {(reels) => (
          <Card pad="lg">
            {reels.map((reel) => (
              <Row key={reel._id} reel={reel} onEdit={() => setEdited(reel)} onChange={() => void refetch()} />
            ))}
          </Card>
        )}
      </ListPage>
      <Sheet opened={edited !== null} onClose={() => setEdited(null)} title={t(edited === 'new' ? 'reels.new' : 'reels.edit')}>
        {edited ? (
          <ReelForm
            key={edited === 'new' ? 'new' : edited._id}
            reel={edited === 'new' ? null : edited}
            onSaved={async (saved) => {
              savedToast(saved, edited !== 'new' && edited.state !== 'draft');
              setEdited(null);
              await refetch();
            }}
          />
        ) : null}
      </Sheet>
    </>
  );
};

const Row = ({ reel, onEdit, onChange }: { reel: OwnReel; onEdit: () => void; onChange: () => void }) => {
  const t = useText();
  const format = useFormat();
  const remove = useAction('DELETE /performer/performer-assets/reels/{id}');
  const onRemove = async () => {
    if (!(await remove.run({ params: { id: reel._id } }))) return false;
    onChange();
    return true;
  };
  const seconds = reel.film?.durationSeconds ?? null;
  const name = reel.title || t('reels.untitled');
  const facts = [
    ...(seconds === null ? [] : [format.clock(seconds)]),
    ...(reel.publishedAt ? [t('videos.views', { count: reel.views })] : []),
  ];
  return (
    <OwnItemRow
      item={reel}
      name={name}
      edit={onEdit}
      icon={<IconVideo size={22} stroke={1.75} />}
      {...(reel.film?.poster ? { picture: reel.film.poster } : {})}
      fact={facts.join(' · ')}
      acts={
        reel.state === 'active' ? (
          <IconButton
            label={`${t('videos.open')}: ${name}`}
            icon={<IconExternalLink size={20} stroke={1.75} />}
            to={`/reels/${reel._id}`}
          />
        ) : null
      }
      deleteAsk={t('reels.deleteAsk')}
      remove={{ busy: remove.busy, error: remove.error, run: onRemove }}
    />
  );
};

export default Reels;
