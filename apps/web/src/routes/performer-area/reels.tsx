import { IconExternalLink, IconVideo } from '@tabler/icons-react';
import type { OwnReel } from '@stagedoor/contract/reels';
import { useState } from 'react';
import { useAction, useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { useSavedToast } from '../../features/items/composer/ComposerFrame.tsx';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import { OwnListPage, useOwnListQuery } from '../../features/lists/OwnListPage.tsx';
import { VerifyEmailPrompt } from '../../features/performer-area/account/VerifyEmailPrompt.tsx';
import { ReelForm } from '../../features/reels/ReelForm.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';

/** States one looks for; `all` besides. */
const STATES = ['active', 'processing', 'review', 'draft'] as const;

/** A performer's reels: published, found by words and state, changed, deleted. */
const Reels = () => {
  const t = useText();
  const user = useCurrentUser();
  const savedToast = useSavedToast();
  const [edited, setEdited] = useState<OwnReel | 'new' | null>(null);
  const { query, isNarrow } = useOwnListQuery(STATES);
  const own = useListData('GET /performer/performer-assets/reels/search', { query });
  const { refetch } = own;
  useRealtimeEvent('files/changed', () => void refetch());
  return (
    <>
      <OwnListPage
        title={t('reels.title')}
        search={t('reels.search')}
        create={
          <Button kind="gold" onClick={() => setEdited('new')}>
            {t('reels.new')}
          </Button>
        }
        states={STATES}
        list={own}
        isNarrow={isNarrow}
        none={{ found: t('reels.noneFound'), own: t('reels.noOwn'), ownText: t('reels.noOwnText') }}
        note={user.emailVerified ? null : <VerifyEmailPrompt />}
      >
        {(reel) => <Row key={reel._id} reel={reel} onEdit={() => setEdited(reel)} onChange={() => void refetch()} />}
      </OwnListPage>
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
