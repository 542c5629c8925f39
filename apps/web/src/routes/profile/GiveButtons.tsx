import { IconCoin, IconGift } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { GiftFlow } from '../../features/items/GiftFlow.tsx';
import { TipSheet } from '../../features/items/TipSheet.tsx';
import type { Profile } from '../../features/performers/profile.ts';
import { LatePaidButtons } from '../../features/streams/paid/LatePaidButtons.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** Private shows, tips and gifts. */
export const GiveButtons = ({ profile }: { profile: Profile }) => {
  const t = useText();
  const user = useSession();
  const [tipping, setTipping] = useState(false);
  const [giving, setGiving] = useState(0);
  return (
    <>
      {user ? <LatePaidButtons performer={profile} /> : null}
      <Button kind="lift" icon={<IconCoin size={20} stroke={1.75} />} onClick={() => setTipping(true)}>
        {t('profile.tip')}
      </Button>
      <Button kind="lift" icon={<IconGift size={20} stroke={1.75} />} onClick={() => setGiving(giving + 1)}>
        {t('gifts.give')}
      </Button>
      {tipping ? <TipSheet performer={profile} onClose={() => setTipping(false)} /> : null}
      {giving > 0 ? <GiftFlow key={giving} performer={profile} onDone={() => setGiving(0)} /> : null}
    </>
  );
};
