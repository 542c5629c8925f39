import { IconX } from '@tabler/icons-react';
import type { Message } from '@stagedoor/contract/conversations';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { StreamSession } from '@stagedoor/contract/streams';
import { useCallback, useRef } from 'react';
import { useSession } from '../../app/session.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { useEmojiActions } from '../gifts/EmojiPicker.tsx';
import { ReportMenu } from '../reports/ReportMenu.tsx';
import { Chat } from './Chat.tsx';
import { ClosingNotice } from './ClosingNotice.tsx';
import { TopTippers } from './Goal.tsx';
import { LivePlayer } from './LivePlayer.tsx';
import styles from './Room.module.css';
import { RoomBill, RoomOver } from './RoomFacts.tsx';
import { RoomHead } from './RoomHead.tsx';
import { RoomRail } from './RoomRail.tsx';
import { type RoomSheet, ShortSheets } from './RoomSheets.tsx';
import { PhonePurse, PhoneTips, RoomDock } from './RoomTips.tsx';
import { TipBursts, useBursts } from './TipBursts.tsx';
import { useChat } from './use-chat.ts';
import { usePlaybackAccess } from './use-playback-access.ts';
import { useTip } from './use-tip.ts';

interface RoomProps {
  session: StreamSession;
  profile: PerformerProfile;
  joined: boolean;
  isOver: () => boolean;
  onTip: (tokens: number) => void;
  /** Opens a sheet, which stays when the show ends. */
  onOpen: (sheet: RoomSheet) => void;
}

/** At the end of the picture: reporting the show, and leaving it. */
const RoomEnd = ({ session, profile }: Pick<RoomProps, 'session' | 'profile'>) => {
  const t = useText();
  return (
    <>
      <ReportMenu
        objectType="stream"
        objectId={session._id}
        ownerId={profile._id}
        name={profile.name}
        others={[{ objectType: 'account', objectId: profile._id }]}
        onPicture
      />
      <span className={styles.leave}>
        <IconButton kind="glass" to={`/${profile.username}`} label={t('ui.close')} icon={<IconX size={20} stroke={1.75} />} />
      </span>
    </>
  );
};

/** A show for its viewers: the video first, the chat beside it or over its lower half. */
export const Room = ({ session, profile, joined, isOver, onTip, onOpen }: RoomProps) => {
  const t = useText();
  const user = useSession();
  const streamId = session._id;
  const frame = useRef<HTMLElement>(null);
  const seat = usePlaybackAccess(streamId);
  const isHost = user?._id === profile._id;
  const bursts = useBursts();
  const desk = useTip(profile._id, streamId);
  const emoji = useEmojiActions(profile._id, streamId);
  const { add } = bursts;
  const onArrived = useCallback(
    (message: Message) => {
      if (message.tip === null) return;
      onTip(message.tip);
      add(message);
    },
    [onTip, add],
  );
  const chat = useChat({ streamId, conversationId: session.conversationId, isOpen: true, joined, onArrived });
  // Sheets of the page would be hidden behind a full-screen element.
  const open = (next: RoomSheet) => {
    if (document.fullscreenElement) void document.exitFullscreen();
    onOpen(next);
  };
  const canTip = !isHost;
  const balance = user ? user.balance : null;
  const tips = { session, performerId: profile._id, desk, balance, onOpen: open };
  return (
    <div className={styles.room}>
      <section ref={frame} className={styles.stage} aria-label={t('room.show')}>
        <ClosingNotice show={session} />
        <LivePlayer
          title={t('room.title', { name: profile.name })}
          poster={profile.cover ?? profile.avatar}
          face={profile.avatar}
          state={session.state}
          returnBy={session.returnBy}
          source={seat.source}
          onRefused={seat.ask}
          problem={seat.problem === null ? null : { text: seat.problem, retry: seat.ask }}
          frame={frame}
          isOver={isOver}
          head={<RoomHead session={session} profile={profile} isHost={isHost} onSubscribe={() => open('subscribe')} />}
          end={<RoomEnd session={session} profile={profile} />}
        >
          <RoomOver session={session} onSubscribe={isHost || profile.mySubscription ? null : () => open('subscribe')} />
          <TipBursts current={bursts.current} onDone={bursts.next} />
          <RoomBill session={session} profile={profile} isHost={isHost} />
          {canTip ? <RoomRail profile={profile} side="lying" onOpen={open} /> : null}
        </LivePlayer>
        <RoomDock {...tips} canTip={canTip} />
      </section>
      <aside className={styles.side} aria-label={t('chat.title')}>
        <div className={styles.sideHead}>
          <div className={type.flexBetween}>
            <h2 className={type.heading}>{t('chat.title')}</h2>
            {user ? (
              <span className={styles.link}>
                <i className={classes(styles.dot, !joined && styles.off)} aria-hidden="true" />
                {t(joined ? 'room.connected' : 'room.reconnecting')}
              </span>
            ) : null}
          </div>
          <TopTippers tippers={session.topTippers} />
        </div>
        <Chat
          chat={chat}
          streamId={streamId}
          isClosed={false}
          isHost={isHost}
          emoji={canTip ? emoji : null}
          above={canTip ? <PhoneTips {...tips} profile={profile} /> : null}
          beside={balance !== null && canTip ? <PhonePurse balance={balance} onTopUp={() => open('topUp')} /> : null}
        />
      </aside>
      <ShortSheets profile={profile} streamId={streamId} desk={desk} emoji={emoji} />
    </div>
  );
};
