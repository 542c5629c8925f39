import { IconCoin, IconDoorExit, IconGift } from '@tabler/icons-react';
import type { ShowCamera, ShowSeat } from '@stagedoor/contract/paid-shows';
import type { StreamSession } from '@stagedoor/contract/streams';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAction } from '../../../app/data.ts';
import { useRealtimeRoom } from '../../../app/realtime.tsx';
import { Amount } from '../../../ui/Amount.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { useEmojiActions } from '../../gifts/EmojiPicker.tsx';
import { GiftFlow } from '../../items/GiftFlow.tsx';
import { ReportMenu } from '../../reports/ReportMenu.tsx';
import { TipSheet } from '../../items/TipSheet.tsx';
import { TopUpSheet } from '../../wallet/TopUpSheet.tsx';
import { Chat } from '../Chat.tsx';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { LivePlayer } from '../LivePlayer.tsx';
import { TipBursts, useBursts } from '../TipBursts.tsx';
import { useChat } from '../use-chat.ts';
import { usePlaybackAccess } from '../use-playback-access.ts';
import { ConnectedTime } from './ConnectedTime.tsx';
import { SelfView } from './FanCamera.tsx';
import { LeaveSheet } from './LeaveSheet.tsx';
import { Meter } from './Meter.tsx';
import { minutesToWarnOf } from './minutes-left.ts';
import styles from './paid.module.css';
import { SelfControls } from './SelfControls.tsx';
import type { OwnCamera } from './use-own-camera.ts';

const icon = { size: 20, stroke: 1.75 } as const;

/** What is said of the clock: nothing is billed while one side is away. */
const clockNote = (session: StreamSession, seat: ShowSeat) =>
  session.state === 'interrupted'
    ? 'paid.notBilled'
    : seat.nextMinuteAt === null
      ? session.state === 'starting'
        ? 'paid.waiting'
        : 'paid.notBilled'
      : seat.minuteStartedAt === null
        ? 'paid.settling'
        : null;

export interface ActiveShowProps {
  session: StreamSession;
  seat: ShowSeat;
  /** Above the chat: the seats of a group. */
  aside?: ReactNode;
  /** The fan's own camera, and where it is published. */
  self?: { medium: ShowCamera; own: OwnCamera };
  onLeft: () => void;
}

/** A private or group show for a fan: the picture, the meter, the chat, the way out. */
export const ActiveShow = ({ session, seat, aside, self, onLeft }: ActiveShowProps) => {
  const t = useText();
  const address = useLocation();
  const frame = useRef<HTMLElement>(null);
  const access = usePlaybackAccess(session._id);
  const joined = useRealtimeRoom(session._id);
  const leave = useAction('POST /streaming/leave/{id}');
  const [overlay, setOverlay] = useState<'tip' | 'gift' | 'topUp' | 'leave' | null>(null);
  const bursts = useBursts();
  const emoji = useEmojiActions(session.performer._id, session._id);
  const chat = useChat({
    streamId: session._id,
    conversationId: session.conversationId,
    isOpen: true,
    isPaid: true,
    joined,
    onArrived: bursts.add,
  });
  const isOver = useCallback(() => false, []);
  const isPrivate = session.type === 'private';
  const warning = minutesToWarnOf(seat);
  const note = clockNote(session, seat);
  const isRunning = note === null || note === 'paid.settling';
  const press = async () => {
    await leave.run({ params: { id: session._id } });
    onLeft();
  };
  // Sheets of the page would be hidden behind a full-screen element.
  const open = (next: typeof overlay) => {
    if (document.fullscreenElement) void document.exitFullscreen();
    setOverlay(next);
  };
  return (
    <div className={styles.room}>
      <section ref={frame} className={styles.stage} aria-label={t('room.show')}>
        <ClosingNotice show={session} />
        <LivePlayer
          title={t(isPrivate ? 'paid.privateWith' : 'paid.groupWith', { name: session.performer.name })}
          poster={session.performer.avatar}
          face={session.performer.avatar}
          state={session.state}
          returnBy={session.returnBy}
          source={access.source}
          onRefused={access.ask}
          onReplaced={access.giveUp}
          problem={
            access.isReplaced
              ? { text: t('paid.elsewhere'), retry: access.ask, label: t('paid.watchHere') }
              : access.problem === null
                ? null
                : { text: access.problem, retry: access.ask }
          }
          frame={frame}
          isOver={isOver}
          saysQuality
          end={
            <ReportMenu
              objectType="stream"
              objectId={session._id}
              ownerId={session.performer._id}
              name={session.performer.name}
              others={[{ objectType: 'account', objectId: session.performer._id }]}
              onPicture
            />
          }
          head={
            <>
              <Avatar src={session.performer.avatar} size={46} live={session.state === 'live'} onDark />
              <span className={styles.who}>
                <h1 className={classes(type.strong, type.clip)}>{session.title || session.performer.name}</h1>
                <span className={type.tiny}>
                  {t(isPrivate ? 'paid.private' : 'paid.group')} · {t(session.isRecorded ? 'paid.recorded' : 'paid.notRecorded')}
                </span>
              </span>
            </>
          }
        >
          {self ? <SelfView {...self} iceServers={access.source?.iceServers} /> : null}
          <TipBursts current={bursts.current} onDone={bursts.next} />
          {warning !== null ? (
            <div className={styles.warning} role="alert">
              {t(warning === 2 ? 'paid.twoLeft' : 'paid.oneLeft')}
              <Button kind="lift" size="sm" onClick={() => open('topUp')}>
                {t('paid.topUp')}
              </Button>
            </div>
          ) : note ? (
            <div className={styles.clockNote} role="status">
              <Chip tone="glass" size="lg">
                {t(note)}
              </Chip>
            </div>
          ) : null}
        </LivePlayer>
        <div className={styles.dock}>
          <Meter
            figures={[
              { label: t('paid.time'), value: <ConnectedTime seconds={seat.connectedSeconds} isRunning={isRunning} /> },
              { label: t('paid.ratePerMinute'), value: <Amount tokens={seat.price} /> },
              { label: t('paid.spent'), value: <Amount tokens={seat.spent} />, testId: 'spent' },
              {
                label: `${t('paid.left')}, ${t('paid.minutes', { count: seat.minutesLeft })}`,
                value: <Amount tokens={Math.round((seat.balance + seat.held) * 100) / 100} />,
                isBright: true,
              },
            ]}
          />
          <span className={styles.dockActs}>
            {self ? <SelfControls own={self.own} /> : null}
            <Button kind="lift" className={styles.brief} icon={<IconCoin {...icon} />} onClick={() => open('tip')}>
              {t('paid.tip')}
            </Button>
            <Button kind="lift" className={styles.brief} icon={<IconGift {...icon} />} onClick={() => open('gift')}>
              {t('gifts.give')}
            </Button>
            <Button kind="live" icon={<IconDoorExit {...icon} />} onClick={() => open('leave')}>
              {t(isPrivate ? 'paid.end' : 'paid.leave')}
            </Button>
          </span>
        </div>
      </section>
      <aside className={styles.side} aria-label={t('chat.title')}>
        {aside}
        <Chat chat={chat} streamId={session._id} isClosed={false} isHost={false} emoji={emoji} />
      </aside>
      {overlay === 'tip' ? <TipSheet performer={session.performer} streamId={session._id} onClose={() => setOverlay(null)} /> : null}
      {overlay === 'leave' ? (
        <LeaveSheet isPrivate={isPrivate} isBusy={leave.busy} onLeave={() => void press()} onClose={() => setOverlay(null)} />
      ) : null}
      {overlay === 'gift' ? (
        <GiftFlow performer={session.performer} streamId={session._id} isShown onDone={() => setOverlay(null)} />
      ) : null}
      {emoji.short === null ? null : <TopUpSheet needed={emoji.short} returnTo={address.pathname} onClose={emoji.closeShort} />}
      {overlay === 'topUp' ? <TopUpSheet needed={0} returnTo={address.pathname} onClose={() => setOverlay(null)} /> : null}
    </div>
  );
};
