import { IconExternalLink, IconEye, IconPlayerRecordFilled } from '@tabler/icons-react';
import type { Message } from '@stagedoor/contract/conversations';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useAction, useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Amount } from '../../../ui/Amount.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip, LiveBadge } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useLeaveGuard } from '../../../ui/leave-guard.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { Chat } from '../Chat.tsx';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { Goal, TopTippers } from '../Goal.tsx';
import { RunningTime } from '../RunningTime.tsx';
import { TipBursts, useBursts } from '../TipBursts.tsx';
import { useChat } from '../use-chat.ts';
import { useShow } from '../use-show.ts';
import type { Begun } from './BeforeShow.tsx';
import { EndSheet } from './EndSheet.tsx';
import { HealthTiles } from './HealthTiles.tsx';
import { ON_AIR } from './leave-question.ts';
import { OnAirControls } from './OnAirControls.tsx';
import { hasTrouble, OnAirTrouble } from './OnAirTrouble.tsx';
import phone from './OnAir.module.css';
import { Preview } from './Preview.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import { SilencedChips } from './SilencedChips.tsx';
import { StopButton } from './StopButton.tsx';
import type { OnEnded } from './Studio.tsx';
import styles from './studio.module.css';
import type { Camera } from './use-camera.ts';
import { usePublisher } from './use-publisher.ts';
import { useSilenced } from './use-silenced.ts';
import { WeakChip } from './WeakChip.tsx';

/** Poll interval of the show's figures without tips, in milliseconds. */
const SUMMARY_MS = 15_000;

/** During the show: the viewers' picture, connection health, chat, tips, and the end button. */
export const OnAir = ({
  begun,
  camera,
  requests,
  onEnded,
}: {
  begun: Begun;
  camera: Camera;
  /** Who asks for a private show. */
  requests: ReactNode;
  onEnded: OnEnded;
}) => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const show = useShow(user, begun.session);
  const session = show.session?._id === begun.session._id ? show.session : begun.session;
  const streamId = session._id;
  const { isRehearsal } = session;
  const publisher = usePublisher(begun, camera);
  const bursts = useBursts();
  const [isEnding, setEnding] = useState(false);
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
  const chat = useChat({ streamId, conversationId: session.conversationId, isOpen: !isRehearsal, joined: show.joined, onArrived });
  // Ended elsewhere: by the site, or because the performer didn't return in time.
  const isOver = session.state === 'ended';
  const { finish } = publisher;
  useEffect(() => {
    if (!isOver) return;
    finish();
    if (isRehearsal) toast(t('studio.rehearsalOver'));
    onEnded(streamId, null, isRehearsal ? 'rehearsal' : 'usual');
  }, [isOver, isRehearsal, streamId, finish, onEnded, t]);
  const endRehearsal = useAction('POST /streaming/end/{id}');
  const leaveRehearsal = async () => {
    if (!(await endRehearsal.run({ params: { id: streamId } }))) return;
    finish();
    onEnded(streamId, null, 'rehearsal');
  };
  const silenced = useSilenced(camera);
  useLeaveGuard({ isOn: true, question: ON_AIR });
  // The disk may have ended it, or another page deleted it.
  const isRecording =
    session.isRecorded && !isRehearsal && publisher.state === 'live' && (figures?.recording?.state ?? 'recording') === 'recording';
  return (
    <>
      <ClosingNotice show={session} className={phone.closing} />
      <div className={classes(styles.studio, styles.onAir, phone.onAir, isRehearsal && phone.rehearsing)}>
        <header className={classes(styles.head, phone.head)}>
          <div className={classes(styles.headWords, phone.headWords)}>
            <h1 className={classes(type.display, type.s34, styles.showTitle)}>{session.title}</h1>
            <p className={classes(type.small, type.quiet, styles.lead)}>
              {isRehearsal ? t('studio.rehearsalOnlyYou') : null}
              <a hidden={isRehearsal} className={styles.seeRoom} href={`/live/${user.username}`} target="_blank" rel="noreferrer">
                {t('studio.seeRoom')}
                <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
              </a>
            </p>
          </div>
          <div className={classes(styles.acts, phone.acts)}>
            <StopButton
              streamId={streamId}
              camera={camera}
              finish={finish}
              onStopped={(summary) => onEnded(streamId, summary, isRehearsal ? 'rehearsal' : 'stopped')}
            />
            {isRehearsal ? (
              <Button
                kind="lift"
                size="lg"
                className={classes(styles.main, phone.end)}
                busy={endRehearsal.busy}
                onClick={() => void leaveRehearsal()}
              >
                {t('studio.endRehearsal')}
              </Button>
            ) : (
              <Button kind="live" size="lg" className={classes(styles.main, phone.end)} onClick={() => setEnding(true)}>
                {t('studio.end')}
              </Button>
            )}
          </div>
        </header>
        <div className={styles.left}>
          <div className={classes(styles.stage, phone.stage)}>
            <Preview
              camera={camera}
              quality={camera.choice.quality}
              onAir={
                <>
                  {isRehearsal ? (
                    <Chip tone="glass" size="lg">
                      {t('studio.rehearsal')}
                    </Chip>
                  ) : publisher.state === 'live' ? (
                    <LiveBadge />
                  ) : null}
                  {isRehearsal && publisher.state === 'live' ? null : (
                    <Chip tone="glass" size="lg">
                      {publisher.state === 'connecting' || !session.startedAt ? (
                        t('studio.connecting')
                      ) : (
                        <RunningTime since={session.startedAt} />
                      )}
                    </Chip>
                  )}
                  <span className={phone.watching} hidden={isRehearsal}>
                    <Chip tone="glass" size="lg" icon={<IconEye size={14} stroke={1.75} aria-hidden="true" />}>
                      <span className={type.hidden}>{t('studio.viewers')} </span>
                      {format.short(session.viewers)}
                    </Chip>
                  </span>
                  {isRecording ? (
                    <Chip tone="glass" size="lg" icon={<IconPlayerRecordFilled size={14} aria-hidden="true" />}>
                      {t('studio.recordingNow')}
                    </Chip>
                  ) : null}
                  <WeakChip isWeak={publisher.isWeak} />
                  <SilencedChips silenced={{ isMuted: silenced.isMuted, isHidden: silenced.isHidden && !camera.isScreen }} size="lg" />
                  {session.goal ? (
                    <div className={phone.goal}>
                      <Goal goal={session.goal} goals={session.goals} onDark />
                    </div>
                  ) : null}
                </>
              }
              message={
                hasTrouble(publisher, camera) ? <OnAirTrouble publisher={publisher} camera={camera} returnBy={session.returnBy} /> : null
              }
              controls={<OnAirControls camera={camera} silenced={silenced} />}
            />
            <TipBursts current={bursts.current} onDone={bursts.next} />
          </div>
          <div className={classes(styles.tiles, phone.tiles)}>
            {isRehearsal ? null : (
              <>
                <Card className={styles.tile}>
                  <span className={type.label}>{t('studio.viewers')}</span>
                  <span className={classes(type.num, styles.figure)}>{format.count(session.viewers)}</span>
                </Card>
                <Card className={styles.tile}>
                  <span className={type.label}>{t('studio.tipsOfShow')}</span>
                  <Amount tokens={figures?.tips.tokens ?? 0} className={classes(styles.figure, type.spot)} />
                </Card>
              </>
            )}
            <HealthTiles health={publisher.health} />
          </div>
          {isRehearsal ? null : requests}
        </div>
        {isRehearsal ? (
          <Rehearsal streamId={streamId} isPublished={publisher.state === 'live'} onBegun={show.refetch} />
        ) : (
          <Card pad="none" className={classes(styles.chat, phone.chat)}>
            <div className={classes(styles.chatHead, phone.chatHead)}>
              <h2 className={type.heading}>{t('chat.title')}</h2>
              {session.goal ? <Goal goal={session.goal} goals={session.goals} /> : null}
              <TopTippers tippers={session.topTippers} />
            </div>
            <Chat chat={chat} streamId={streamId} isClosed={false} isHost />
          </Card>
        )}
        {isEnding ? (
          <EndSheet
            streamId={streamId}
            onClose={() => setEnding(false)}
            onEnded={(summary) => {
              publisher.finish();
              onEnded(streamId, summary, 'usual');
            }}
          />
        ) : null}
      </div>
    </>
  );
};
