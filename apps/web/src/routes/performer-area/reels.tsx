import type { OwnReel } from '@stagedoor/contract/reels';
import { useState } from 'react';
import { useListData } from '../../app/data.ts';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { useSavedToast } from '../../features/items/composer/ComposerFrame.tsx';
import { OwnListPage, useOwnListQuery } from '../../features/lists/OwnListPage.tsx';
import { VerifyEmailPrompt } from '../../features/performer-area/account/VerifyEmailPrompt.tsx';
import { ReelForm } from '../../features/reels/ReelForm.tsx';
import { OwnReelRow } from '../../features/reels/OwnReelRow.tsx';
import { Button } from '../../ui/Button.tsx';
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
        {(reel) => <OwnReelRow key={reel._id} reel={reel} onEdit={() => setEdited(reel)} onChange={() => void refetch()} />}
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

export default Reels;
