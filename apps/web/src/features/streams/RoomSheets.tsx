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

/** The open sheet of a show's page. @param isOver the show ended while it was open: a tip or a gift says so, and charges nothing */
export const RoomSheets = ({
  sheet,
  profile,
  streamId,
  isOver,
  onClose,
  onSubscribed,
}: {
  sheet: RoomSheet;
  profile: PerformerProfile;
  streamId: string;
  isOver: boolean;
  onClose: () => void;
  onSubscribed: () => void;
}) => {
  const address = useLocation();
  if (sheet === 'tip') return <TipSheet performer={profile} streamId={streamId} isOver={isOver} onClose={onClose} />;
  if (sheet === 'gift') return <GiftFlow performer={profile} streamId={streamId} isShown isOver={isOver} onDone={onClose} />;
  if (sheet === 'topUp') return <TopUpSheet needed={0} returnTo={address.pathname + address.search} onClose={onClose} />;
  return <SubscribeSheet username={profile.username} onClose={onClose} onSubscribed={onSubscribed} />;
};

/** The top-up that a quick tip or a picture needs first. */
export const ShortSheets = ({
  profile,
  streamId,
  desk,
  emoji,
}: {
  profile: PerformerProfile;
  streamId: string;
  desk: ReturnType<typeof useTip>;
  emoji: ReturnType<typeof useEmojiActions>;
}) => {
  const address = useLocation();
  const needed = desk.short ?? 0;
  return (
    <>
      {emoji.short === null ? null : (
        <TopUpSheet needed={emoji.short} returnTo={address.pathname + address.search} onClose={emoji.closeShort} />
      )}
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
    </>
  );
};
