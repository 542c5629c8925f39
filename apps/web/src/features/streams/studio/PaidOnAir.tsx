import type { Message } from '@stagedoor/contract/conversations';
import type { StreamSession } from '@stagedoor/contract/streams';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useData } from '../../../app/data.ts';
import { useRealtimeEvent, useRealtimeRoom } from '../../../app/realtime.tsx';
import { Amount } from '../../../ui/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip, LiveBadge } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useLeaveGuard } from '../../../ui/leave-guard.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Chat } from '../Chat.tsx';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { FanView } from '../paid/FanCamera.tsx';
import { RunningTime } from '../RunningTime.tsx';
import { TipBursts, useBursts } from '../TipBursts.tsx';
import { useChat } from '../use-chat.ts';
import type { Begun } from './BeforeShow.tsx';
import { EncoderHelp } from './encoder/EncoderHelp.tsx';
import { EncoderStage } from './encoder/EncoderStage.tsx';
import { SignalTiles } from './encoder/SignalTiles.tsx';
import { useEncoder } from './encoder/use-encoder.ts';
import type { ShowSource } from './encoder/use-source.ts';
import { EndSheet } from './EndSheet.tsx';
import { HealthTiles } from './HealthTiles.tsx';
import phone from './OnAir.module.css';
import { OnAirControls } from './OnAirControls.tsx';
import { hasTrouble, OnAirTrouble } from './OnAirTrouble.tsx';
import { Preview } from './Preview.tsx';
import styles from './studio.module.css';
import type { Camera } from './use-camera.ts';
import { type Publishes, usePublisher } from './use-publisher.ts';
import { useSilenced } from './use-silenced.ts';
import { SilencedChips } from './SilencedChips.tsx';
import { ON_AIR } from './leave-question.ts';
import { StopButton } from './StopButton.tsx';
import type { OnEnded } from './Studio.tsx';
import { WeakChip } from './WeakChip.tsx';

/** Poll interval of what events tell too, in milliseconds. */
const POLL_MS = 5000;

/** The fan of a private show: whether they are connected; or their camera, over the picture. */
const Fan = ({ begun, isCamera }: { begun: Begun; isCamera?: boolean }) => {
  const t = useText();
  const { data: show, refetch } = useData(
    'GET /streaming/private-chat/{id}',
    { params: { id: begun.session._id } },
    { refetchInterval: POLL_MS },
  );
  useRealtimeEvent('streams/seat', () => void refetch());
  if (!show?.seat) return null;
  const { fan } = show.request;
  const isThere = show.seat.nextMinuteAt !== null;
  if (isCamera)
    return show.camera && isThere ? <FanView medium={show.camera} iceServers={begun.publishing.iceServers} name={fan.name} /> : null;
  return (
    <p className={classes(type.small, type.quiet)} role="status">
      <b>
        <bdi>{fan.name}</bdi>
      </b>{' '}
      {isThere ? t('paid.minutes', { count: show.seat.minutes }) : t('paid.fanAway')}
    </p>
  );
};

/** The fans of a group show. */
const Fans = ({ begun }: { begun: Begun }) => {
  const t = useText();
  const { data: show, refetch } = useData(
    'GET /streaming/group-chat/{id}',
    { params: { id: begun.session._id } },
    { refetchInterval: POLL_MS },
  );
  useRealtimeEvent('streams/seat', () => void refetch());
  if (!show) return null;
  return (
    <p className={classes(type.small, type.quiet)} role="status">
      {t('paid.seatsTaken', { taken: show.taken, seats: show.seats })}
      {show.fans.length > 0 ? `: ${show.fans.map(({ name }) => name).join(', ')}` : `. ${t('paid.nobodyIn')}`}
    </p>
  );
};

/** Over the picture: on air since when, and how the connection is. */
const Chips = ({ session, publisher, children }: { session: StreamSession; publisher: Publishes; children?: ReactNode }) => {
  const t = useText();
  return (
    <>
      {publisher.state === 'live' ? <LiveBadge /> : null}
      <Chip tone="glass" size="lg">
        {publisher.state === 'connecting' || !session.since ? (
          t('studio.connecting')
        ) : (
          <RunningTime since={session.since} until={session.silentSince} />
        )}
      </Chip>
      <WeakChip isWeak={publisher.isWeak} />
      {children}
    </>
  );
};

/** A private or group show for its performer: the picture, the fans, what it earns, chat, and the end. */
export const PaidOnAir = ({
  begun,
  camera,
  source,
  hasPaused,
  onEnded,
}: {
  begun: Begun;
  camera: Camera;
  source: ShowSource;
  /** A public show waits for the end of this one. */
  hasPaused: boolean;
  onEnded: OnEnded;
}) => {
  const t = useText();
  const { _id: streamId, type: kind } = begun.session;
  const input = { params: { id: streamId, type: kind } };
  const { data: session = begun.session, refetch } = useData('GET /streaming/session/{id}/{type}', input, {
    initialData: begun.session,
    refetchInterval: POLL_MS,
  });
  useRealtimeEvent('streams/changed', (event) => {
    if (event.streamId === streamId) void refetch();
  });
  const isEncoder = source === 'encoder';
  const browser = usePublisher(begun, camera);
  const encoder = useEncoder(session, isEncoder);
  const publisher = isEncoder ? encoder : browser;
  const joined = useRealtimeRoom(streamId);
  const silenced = useSilenced(camera);
  const [isEnding, setEnding] = useState(false);
  const { data: figures, refetch: refetchFigures } = useData('GET /streaming/summary/{id}', { params: { id: streamId } });
  useRealtimeEvent('streams/seat', (event) => {
    if (event.streamId === streamId) void refetchFigures();
  });
  const bursts = useBursts();
  const { add } = bursts;
  const onArrived = useCallback(
    (message: Message) => {
      if (message.tip === null) return;
      add(message);
      void refetchFigures();
    },
    [add, refetchFigures],
  );
  const chat = useChat({ streamId, conversationId: session.conversationId, isOpen: true, isPaid: true, joined, onArrived });
  const isOver = session.state === 'ended';
  const { finish } = publisher;
  useEffect(() => {
    if (!isOver) return;
    finish();
    onEnded(streamId, null, 'usual');
  }, [isOver, streamId, finish, onEnded]);
  useLeaveGuard({ isOn: true, question: ON_AIR });
  return (
    <>
      <ClosingNotice show={session} className={phone.closing} />
      <div className={classes(styles.studio, styles.onAir, phone.onAir)}>
        <header className={classes(styles.head, phone.head)}>
          <div className={classes(styles.headWords, phone.headWords)}>
            <h1 className={classes(type.display, type.s34, styles.showTitle)}>{session.title || t('paid.private')}</h1>
            {kind === 'private' ? <Fan begun={begun} /> : <Fans begun={begun} />}
            {hasPaused ? <p className={classes(type.small, styles.reason)}>{t('paid.publicPaused')}</p> : null}
          </div>
          <div className={classes(styles.acts, phone.acts)}>
            <StopButton
              streamId={streamId}
              camera={camera}
              isEncoder={isEncoder}
              finish={finish}
              onStopped={(summary) => onEnded(streamId, summary, 'stopped')}
            />
            <Button kind="live" size="lg" className={classes(styles.main, phone.end)} onClick={() => setEnding(true)}>
              {t('studio.end')}
            </Button>
          </div>
        </header>
        <div className={styles.left}>
          <div className={classes(styles.stage, phone.stage)}>
            {isEncoder ? (
              <EncoderStage session={session} publisher={publisher} onAir={<Chips session={session} publisher={publisher} />} />
            ) : (
              <Preview
                camera={camera}
                quality={camera.choice.quality}
                onAir={
                  <Chips session={session} publisher={publisher}>
                    <SilencedChips silenced={{ isMuted: silenced.isMuted, isHidden: silenced.isHidden && !camera.isScreen }} size="lg" />
                  </Chips>
                }
                message={
                  hasTrouble(publisher, camera) ? <OnAirTrouble publisher={publisher} camera={camera} returnBy={session.returnBy} /> : null
                }
                controls={<OnAirControls camera={camera} silenced={silenced} />}
              />
            )}
            {kind === 'private' ? <Fan begun={begun} isCamera /> : null}
            <TipBursts current={bursts.current} onDone={bursts.next} />
          </div>
          <div className={classes(styles.tiles, phone.tiles)}>
            <Card className={styles.tile}>
              <span className={type.label}>{t('paid.earned')}</span>
              <span data-testid="earned">
                <Amount tokens={figures?.minutes.tokens ?? 0} className={classes(styles.figure, type.spot)} />
              </span>
            </Card>
            <Card className={styles.tile}>
              <span className={type.label}>{t('studio.tipsOfShow')}</span>
              <Amount tokens={figures?.tips.tokens ?? 0} className={classes(styles.figure, type.spot)} />
            </Card>
            {isEncoder ? <SignalTiles /> : <HealthTiles health={publisher.health} />}
          </div>
          <div className={phone.below}>{isEncoder ? <EncoderHelp isWaiting={publisher.state !== 'live'} /> : null}</div>
        </div>
        <Card pad="none" className={classes(styles.chat, phone.chat)}>
          <div className={classes(styles.chatHead, phone.chatHead)}>
            <h2 className={type.heading}>{t('chat.title')}</h2>
          </div>
          <Chat chat={chat} streamId={streamId} isClosed={false} isHost />
        </Card>
        {isEnding ? (
          <EndSheet
            isPaid
            streamId={streamId}
            onClose={() => setEnding(false)}
            onEnded={(summary) => {
              finish();
              onEnded(streamId, summary, 'usual');
            }}
          />
        ) : null}
      </div>
    </>
  );
};
