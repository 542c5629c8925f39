import { IconArrowLeft, IconClock, IconEye, IconX } from '@tabler/icons-react';
import type { Message } from '@stagedoor/contract/conversations';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { StreamSession } from '@stagedoor/contract/streams';
import { useCallback, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../app/session.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip, LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { withPurchase } from '../checkout/interrupted-purchase.ts';
import { LimitLine } from '../checkout/LimitLine.tsx';
import { SubscribeSheet } from '../checkout/SubscribeSheet.tsx';
import { TipSheet } from '../items/TipSheet.tsx';
import { useEmojiActions } from '../gifts/EmojiPicker.tsx';
import { GiftFlow } from '../items/GiftFlow.tsx';
import { ReportMenu } from '../reports/ReportMenu.tsx';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import { Chat } from './Chat.tsx';
import { ClosingNotice } from './ClosingNotice.tsx';
import { Goal, TopTippers } from './Goal.tsx';
import { LivePlayer } from './LivePlayer.tsx';
import { LatePaidButtons } from './paid/LatePaidButtons.tsx';
import { QuickTips } from './QuickTips.tsx';
import styles from './Room.module.css';
import { RunningTime } from './RunningTime.tsx';
import { ShowFacts } from './ShowFacts.tsx';
import { TipMenu } from './TipMenu.tsx';
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
  onChanged: () => void;
}

type Overlay = 'tip' | 'gift' | 'topUp' | 'subscribe' | null;

/** A show for its viewers: the video first, the chat beside it or over its lower half. */
export const Room = ({ session, profile, joined, isOver, onTip, onChanged }: RoomProps) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const address = useLocation();
  const frame = useRef<HTMLElement>(null);
  const seat = usePlaybackAccess(session._id);
  const isHost = user?._id === profile._id;
  const bursts = useBursts();
  const desk = useTip(profile._id, session._id);
  const emoji = useEmojiActions(profile._id, session._id);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const { add } = bursts;
  const onArrived = useCallback(
    (message: Message) => {
      if (message.tip === null) return;
      onTip(message.tip);
      add(message);
    },
    [onTip, add],
  );
  const chat = useChat({ streamId: session._id, conversationId: session.conversationId, isOpen: true, joined, onArrived });
  // Sheets of the page would be hidden behind a full-screen element.
  const open = (next: Overlay) => {
    if (document.fullscreenElement) void document.exitFullscreen();
    setOverlay(next);
  };
  const canTip = !isHost;
  const balance = user ? <Amount tokens={user.balance} /> : null;
  const needed = desk.short ?? 0;
  const watching = t('live.watching', { count: session.viewers, number: format.count(session.viewers) });
  return (
    <div className={styles.room}>
      <section ref={frame} className={styles.stage} aria-label={t('room.show')}>
        <ClosingNotice show={session} />
        <LivePlayer
          title={t('room.title', { name: profile.name })}
          poster={profile.cover ?? profile.avatar}
          state={session.state}
          returnBy={session.returnBy}
          source={seat.source}
          onRefused={seat.ask}
          problem={seat.problem === null ? null : { text: seat.problem, retry: seat.ask }}
          frame={frame}
          isOver={isOver}
          head={
            <>
              <span className={styles.desk}>
                <IconButton
                  kind="glass"
                  to={`/${profile.username}`}
                  label={t('shell.back')}
                  icon={<IconArrowLeft size={20} stroke={1.75} />}
                />
              </span>
              <Link to={`/${profile.username}`} className={styles.face} tabIndex={-1} aria-hidden="true">
                <Avatar src={profile.avatar} size={46} live={session.state === 'live'} onDark />
              </Link>
              <span className={styles.who}>
                <Link to={`/${profile.username}`} className={classes(styles.whoName, type.clip)}>
                  {profile.name}
                </Link>
                <span className={styles.whoFacts}>
                  {session.state === 'live' ? <LiveBadge size="sm" /> : null}
                  <span className={classes(type.clip, styles.watching)} data-testid="viewers">
                    {watching}
                  </span>
                  <span className={styles.eye} aria-hidden="true">
                    <IconEye size={14} stroke={1.75} />
                    {format.short(session.viewers)}
                  </span>
                </span>
              </span>
              {isHost ? (
                <Button kind="gold" size="sm" to="/model/live">
                  {t('room.studio')}
                </Button>
              ) : profile.mySubscription ? null : (
                <span className={styles.join}>
                  <Button kind="gold" size="sm" onClick={() => open('subscribe')}>
                    {t('room.subscribe')}
                  </Button>
                </span>
              )}
            </>
          }
          end={
            <>
              <ReportMenu objectType="account" objectId={profile._id} ownerId={profile._id} name={profile.name} onPicture />
              <span className={styles.leave}>
                <IconButton kind="glass" to={`/${profile.username}`} label={t('ui.close')} icon={<IconX size={20} stroke={1.75} />} />
              </span>
            </>
          }
        >
          <div className={styles.over}>
            {session.goal ? <Goal goal={session.goal} goals={session.goals} onDark /> : null}
            <span className={styles.overFacts}>
              <ShowFacts session={session} />
              {session.isRecorded ? <Chip tone="glass">{t('room.recorded')}</Chip> : null}
            </span>
          </div>
          <TipBursts current={bursts.current} onDone={bursts.next} />
          <div className={styles.bill}>
            <h1 className={classes(type.display, styles.title)}>{session.title}</h1>
            <span className={styles.billFacts}>
              {isHost ? null : (
                <span className={styles.ways}>
                  <LatePaidButtons performer={profile} size="sm" />
                </span>
              )}
              <ShowFacts session={session} size="lg" />
              {session.isRecorded ? (
                <Chip tone="glass" size="lg">
                  {t('room.recorded')}
                </Chip>
              ) : null}
              {session.startedAt ? (
                <Chip tone="glass" size="lg" icon={<IconClock size={14} stroke={1.75} aria-hidden="true" />}>
                  <RunningTime since={session.startedAt} />
                </Chip>
              ) : null}
            </span>
          </div>
        </LivePlayer>
        {session.goal || canTip ? (
          <div className={classes(styles.dock, !session.goal && styles.noGoal)}>
            {session.goal ? <Goal goal={session.goal} goals={session.goals} /> : null}
            {canTip ? <TipMenu performerId={profile._id} desk={desk} /> : null}
            {canTip ? <QuickTips desk={desk} onOther={() => open('tip')} onGift={() => open('gift')} /> : null}
            {user && canTip ? (
              <div className={styles.purse}>
                <span>{t('room.balance')}</span>
                <span className={styles.purseSum}>{balance}</span>
                <button type="button" className={styles.topUp} onClick={() => open('topUp')}>
                  {t('room.topUp')}
                </button>
                <LimitLine show={{ streamId: session._id }} />
              </div>
            ) : null}
          </div>
        ) : null}
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
          streamId={session._id}
          isClosed={false}
          isHost={isHost}
          emoji={canTip ? emoji : null}
          above={
            canTip ? (
              <div className={styles.phoneTips}>
                {user ? <LimitLine show={{ streamId: session._id }} /> : null}
                <TipMenu performerId={profile._id} desk={desk} onDark />
                <QuickTips desk={desk} onOther={() => open('tip')} onGift={() => open('gift')} onDark />
              </div>
            ) : null
          }
          beside={
            user && canTip ? (
              <button type="button" className={styles.phonePurse} onClick={() => open('topUp')}>
                <span className={type.hidden}>{t('room.balance')} </span>
                {balance}
                <span className={type.hidden}>. {t('room.topUp')}</span>
              </button>
            ) : null
          }
        />
      </aside>
      {overlay === 'tip' ? <TipSheet performer={profile} streamId={session._id} onClose={() => setOverlay(null)} /> : null}
      {overlay === 'gift' ? <GiftFlow performer={profile} streamId={session._id} isShown onDone={() => setOverlay(null)} /> : null}
      {emoji.short === null ? null : (
        <TopUpSheet needed={emoji.short} returnTo={address.pathname + address.search} onClose={emoji.closeShort} />
      )}
      {overlay === 'topUp' ? <TopUpSheet needed={0} returnTo={address.pathname + address.search} onClose={() => setOverlay(null)} /> : null}
      {desk.short === null ? null : (
        <TopUpSheet
          needed={needed}
          returnTo={withPurchase(address, {
            kind: 'tip',
            performer: profile.username,
            item: null,
            stream: session._id,
            amount: String(needed),
          })}
          onClose={desk.closeShort}
        />
      )}
      {overlay === 'subscribe' ? (
        <SubscribeSheet
          username={profile.username}
          onClose={() => setOverlay(null)}
          onSubscribed={() => {
            setOverlay(null);
            onChanged();
          }}
        />
      ) : null}
    </div>
  );
};
