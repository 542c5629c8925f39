import type { PerformerProfile } from '@stagedoor/contract/performers';
import { useLocation } from 'react-router';
import { withPurchase } from '../checkout/interrupted-purchase.ts';
import { SubscribeSheet } from '../checkout/SubscribeSheet.tsx';
import type { useEmojiActions } from '../gifts/EmojiPicker.tsx';
import { GiftFlow } from '../items/GiftFlow.tsx';
import { TipSheet } from '../items/TipSheet.tsx';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import type { useTip } from './use-tip.ts';

export type RoomSheet = 'tip' | 'gift' | 'topUp' | 'subscribe';

/** The open sheet of a show's page, and the top-up that a tip or a picture needs first. */
export const RoomSheets = ({
  sheet,
  profile,
  streamId,
  desk,
  emoji,
  onClose,
  onSubscribed,
}: {
  sheet: RoomSheet | null;
  profile: PerformerProfile;
  streamId: string;
  desk: ReturnType<typeof useTip>;
  emoji: ReturnType<typeof useEmojiActions>;
  onClose: () => void;
  onSubscribed: () => void;
}) => {
  const address = useLocation();
  const here = address.pathname + address.search;
  const needed = desk.short ?? 0;
  return (
    <>
      {sheet === 'tip' ? <TipSheet performer={profile} streamId={streamId} onClose={onClose} /> : null}
      {sheet === 'gift' ? <GiftFlow performer={profile} streamId={streamId} isShown onDone={onClose} /> : null}
      {emoji.short === null ? null : <TopUpSheet needed={emoji.short} returnTo={here} onClose={emoji.closeShort} />}
      {sheet === 'topUp' ? <TopUpSheet needed={0} returnTo={here} onClose={onClose} /> : null}
      {desk.short === null ? null : (
        <TopUpSheet
          needed={needed}
          returnTo={withPurchase(address, {
            kind: 'tip',
            performer: profile.username,
            item: null,
            stream: streamId,
            amount: String(needed),
          })}
          onClose={desk.closeShort}
        />
      )}
      {sheet === 'subscribe' ? <SubscribeSheet username={profile.username} onClose={onClose} onSubscribed={onSubscribed} /> : null}
    </>
  );
};
