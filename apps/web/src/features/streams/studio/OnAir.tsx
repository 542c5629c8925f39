import { IconExternalLink, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import type { Message } from '@stagedoor/contract/conversations';
import type { StreamSummary } from '@stagedoor/contract/streams';
import { useCallback, useEffect, useState } from 'react';
import { useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Amount } from '../../../ui/Amount.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip, LiveBadge } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { type LeaveQuestion, useLeaveGuard } from '../../../ui/leave-guard.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Chat } from '../Chat.tsx';
import { Countdown } from '../Countdown.tsx';
import { Goal, TopTippers } from '../Goal.tsx';
import { RunningTime } from '../RunningTime.tsx';
import { TipBursts, useBursts } from '../TipBursts.tsx';
import { useChat } from '../use-chat.ts';
import { useShow } from '../use-show.ts';
import type { Begun } from './BeforeShow.tsx';
import { EndSheet } from './EndSheet.tsx';
import { HealthTiles } from './HealthTiles.tsx';
import { Preview } from './Preview.tsx';
import styles from './studio.module.css';
import type { Camera } from './use-camera.ts';
import { usePublisher } from './use-publisher.ts';

/** Poll interval of the show's figures without tips, in milliseconds. */
const SUMMARY_MS = 15_000;

const ON_AIR: LeaveQuestion = {
  title: 'studio.leaveTitle',
  text: 'studio.leaveText',
  stay: 'studio.stay',
  leave: 'studio.leave',
  isLoss: true,
};

/** During the show: the viewers' picture, connection health, chat, tips, and the end button. */
export const OnAir = ({
  begun,
  camera,
  onEnded,
}: {
  begun: Begun;
  camera: Camera;
  onEnded: (streamId: string, summary: StreamSummary | null) => void;
}) => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const show = useShow(user, begun.session);
  const session = show.session?._id === begun.session._id ? show.session : begun.session;
  const streamId = session._id;
  const publisher = usePublisher(begun, camera);
  const bursts = useBursts();
  const [isEnding, setEnding] = useState(false);
  const [muted, setMuted] = useState(false);
  const { data: figures, refetch } = useData('GET /streaming/summary/{id}', { params: { id: streamId } }, { refetchInterval: SUMMARY_MS });
  const { add } = bursts;
  const { addTip } = show;
  const onArrived = useCallback(
    (message: Message) => {
      if (message.tip === null) return;
      addTip(message.tip);
      add(message);
      void refetch();
    },
    [addTip, add, refetch],
  );
  const chat = useChat({ streamId, conversationId: session.conversationId, isOpen: true, joined: show.joined, onArrived });
  // Ended elsewhere: by the site, or because the performer didn't return in time.
  const isOver = session.state === 'ended';
  const { finish } = publisher;
  useEffect(() => {
    if (!isOver) return;
    finish();
    onEnded(streamId, null);
  }, [isOver, streamId, finish, onEnded]);
  const { stream } = camera;
  useLeaveGuard({ isOn: true, question: ON_AIR });
  useEffect(() => {
    for (const track of stream?.getAudioTracks() ?? []) track.enabled = !muted;
  }, [stream, muted]);
  return (
    <div className={classes(styles.studio, styles.onAir)}>
      <header className={styles.head}>
        <div className={styles.headWords}>
          <h1 className={classes(type.display, type.s34, styles.showTitle)}>{session.title}</h1>
          <p className={classes(type.small, type.quiet, styles.lead)}>
            <a className={styles.seeRoom} href={`/live/${user.username}`} target="_blank" rel="noreferrer">
              {t('studio.seeRoom')}
              <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
            </a>
          </p>
        </div>
        <Button kind="live" size="lg" className={styles.main} onClick={() => setEnding(true)}>
          {t('studio.end')}
        </Button>
      </header>
      <div className={styles.left}>
        <div className={styles.stage}>
          <Preview
            stream={camera.stream}
            quality={camera.choice.quality}
            onAir={
              <>
                {publisher.state === 'live' ? <LiveBadge /> : null}
                <Chip tone="glass" size="lg">
                  {publisher.state === 'connecting' || !session.startedAt ? (
                    t('studio.connecting')
                  ) : (
                    <RunningTime since={session.startedAt} />
                  )}
                </Chip>
              </>
            }
            message={
              publisher.state === 'failed' ? (
                <div className={styles.trouble} role="alert">
                  <strong className={styles.troubleTitle}>{t('studio.lost')}</strong>
                  <span>{publisher.failure?.sentence || t(`errors.${publisher.failure?.code ?? 'LIVE_OFFER_INVALID'}`)}</span>
                  <Button kind="glass" onClick={publisher.again}>
                    {t('ui.tryAgain')}
                  </Button>
                </div>
              ) : publisher.state === 'reconnecting' ? (
                <div className={styles.trouble}>
                  <strong className={styles.troubleTitle}>{t('studio.reconnecting')}</strong>
                  {session.returnBy ? <Countdown until={session.returnBy} /> : null}
                </div>
              ) : null
            }
            control={
              stream?.getAudioTracks().length ? (
                <IconButton
                  kind="glass"
                  label={t(muted ? 'studio.unmuteMicrophone' : 'studio.muteMicrophone')}
                  icon={muted ? <IconMicrophoneOff size={20} stroke={1.75} /> : <IconMicrophone size={20} stroke={1.75} />}
                  onClick={() => setMuted(!muted)}
                />
              ) : undefined
            }
          />
          <TipBursts current={bursts.current} onDone={bursts.next} />
        </div>
        <div className={styles.tiles}>
          <Card className={styles.tile}>
            <span className={type.label}>{t('studio.viewers')}</span>
            <span className={classes(type.num, styles.figure)}>{format.count(session.viewers)}</span>
          </Card>
          <Card className={styles.tile}>
            <span className={type.label}>{t('studio.tipsOfShow')}</span>
            <Amount tokens={figures?.tips.tokens ?? 0} className={classes(styles.figure, type.spot)} />
          </Card>
          <HealthTiles health={publisher.health} />
        </div>
      </div>
      <Card pad="none" className={styles.chat}>
        <div className={styles.chatHead}>
          <h2 className={type.heading}>{t('chat.title')}</h2>
          {session.goal ? <Goal goal={session.goal} /> : null}
          <TopTippers tippers={session.topTippers} />
        </div>
        <Chat chat={chat} isClosed={false} isHost />
      </Card>
      {isEnding ? (
        <EndSheet
          streamId={streamId}
          onClose={() => setEnding(false)}
          onEnded={(summary) => {
            publisher.finish();
            onEnded(streamId, summary);
          }}
        />
      ) : null}
    </div>
  );
};
