import { type ReactNode, useState } from 'react';
import { classes } from '../../../ui/classes.ts';
import { useLeaveGuard } from '../../../ui/leave-guard.ts';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { TipBursts } from '../TipBursts.tsx';
import type { Begun } from './BeforeShow.tsx';
import { EncoderHelp } from './encoder/EncoderHelp.tsx';
import { EncoderStage } from './encoder/EncoderStage.tsx';
import { SignalTiles } from './encoder/SignalTiles.tsx';
import type { ShowSource } from './encoder/use-source.ts';
import { EndSheet } from './EndSheet.tsx';
import { ON_AIR } from './leave-question.ts';
import { HealthTiles } from './HealthTiles.tsx';
import phone from './OnAir.module.css';
import { OnAirChat } from './OnAirChat.tsx';
import { OnAirChips } from './OnAirChips.tsx';
import { OnAirControls } from './OnAirControls.tsx';
import { EndButton, OnAirHead } from './OnAirHead.tsx';
import { OnAirTiles } from './OnAirTiles.tsx';
import { hasTrouble, OnAirTrouble } from './OnAirTrouble.tsx';
import { Preview } from './Preview.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import { StopButton } from './StopButton.tsx';
import type { OnEnded } from './Studio.tsx';
import styles from './studio.module.css';
import type { Camera } from './use-camera.ts';
import { useOnAir } from './use-on-air.ts';
import { useSilenced } from './use-silenced.ts';

/** During the show: the viewers' picture, connection health, chat, tips, and the end button. */
export const OnAir = ({
  begun,
  camera,
  source,
  requests,
  onEnded,
}: {
  begun: Begun;
  camera: Camera;
  source: ShowSource;
  /** Who asks for a private show. */
  requests: ReactNode;
  onEnded: OnEnded;
}) => {
  const show = useOnAir(begun, camera, source, onEnded);
  const { session, publisher } = show;
  const streamId = session._id;
  const { isRehearsal } = session;
  const [isEnding, setEnding] = useState(false);
  const silenced = useSilenced(camera);
  const isEncoder = source === 'encoder';
  const chips = (
    <OnAirChips
      session={session}
      publisher={publisher}
      isRecording={show.isRecording}
      silenced={{ isMuted: silenced.isMuted, isHidden: silenced.isHidden && !camera.isScreen }}
    />
  );
  useLeaveGuard({ isOn: true, question: ON_AIR });
  return (
    <>
      <ClosingNotice show={session} className={phone.closing} />
      <div className={classes(styles.studio, styles.onAir, phone.onAir, isRehearsal && phone.rehearsing)}>
        <OnAirHead session={session}>
          <StopButton
            streamId={streamId}
            camera={camera}
            isEncoder={isEncoder}
            finish={publisher.finish}
            onStopped={(summary) => onEnded(streamId, summary, isRehearsal ? 'rehearsal' : 'stopped')}
          />
          <EndButton
            isRehearsal={isRehearsal}
            isBusy={show.isLeaving}
            onClick={isRehearsal ? () => void show.leaveRehearsal() : () => setEnding(true)}
          />
        </OnAirHead>
        <div className={styles.left}>
          <div className={classes(styles.stage, phone.stage)}>
            {isEncoder ? (
              <EncoderStage session={session} publisher={publisher} onAir={chips} />
            ) : (
              <Preview
                camera={camera}
                quality={camera.choice.quality}
                onAir={chips}
                message={
                  hasTrouble(publisher, camera) ? <OnAirTrouble publisher={publisher} camera={camera} returnBy={session.returnBy} /> : null
                }
                controls={<OnAirControls camera={camera} silenced={silenced} />}
              />
            )}
            <TipBursts current={show.bursts.current} onDone={show.bursts.next} />
          </div>
          <OnAirTiles session={session} tips={show.tips} health={isEncoder ? <SignalTiles /> : <HealthTiles health={publisher.health} />} />
          <div className={phone.below}>
            {isEncoder ? <EncoderHelp isWaiting={publisher.state !== 'live'} /> : null}
            {isRehearsal ? null : requests}
          </div>
        </div>
        {isRehearsal ? (
          <Rehearsal streamId={streamId} isPublished={publisher.state === 'live'} hasPicture={!isEncoder} onBegun={show.refetch} />
        ) : (
          <OnAirChat session={session} chat={show.chat} />
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
