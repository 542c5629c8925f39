import { type ReactNode, useState } from 'react';
import { classes } from '../../../ui/classes.ts';
import { useLeaveGuard } from '../../../ui/leave-guard.ts';
import { ClosingNotice } from '../ClosingNotice.tsx';
import { TipBursts } from '../TipBursts.tsx';
import type { Begun } from './BeforeShow.tsx';
import { EndSheet } from './EndSheet.tsx';
import { ON_AIR } from './leave-question.ts';
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
  requests,
  onEnded,
}: {
  begun: Begun;
  camera: Camera;
  /** Who asks for a private show. */
  requests: ReactNode;
  onEnded: OnEnded;
}) => {
  const show = useOnAir(begun, camera, onEnded);
  const { session, publisher } = show;
  const streamId = session._id;
  const { isRehearsal } = session;
  const [isEnding, setEnding] = useState(false);
  const silenced = useSilenced(camera);
  useLeaveGuard({ isOn: true, question: ON_AIR });
  return (
    <>
      <ClosingNotice show={session} className={phone.closing} />
      <div className={classes(styles.studio, styles.onAir, phone.onAir, isRehearsal && phone.rehearsing)}>
        <OnAirHead session={session}>
          <StopButton
            streamId={streamId}
            camera={camera}
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
            <Preview
              camera={camera}
              quality={camera.choice.quality}
              onAir={
                <OnAirChips
                  session={session}
                  publisher={publisher}
                  isRecording={show.isRecording}
                  silenced={{ isMuted: silenced.isMuted, isHidden: silenced.isHidden && !camera.isScreen }}
                />
              }
              message={
                hasTrouble(publisher, camera) ? <OnAirTrouble publisher={publisher} camera={camera} returnBy={session.returnBy} /> : null
              }
              controls={<OnAirControls camera={camera} silenced={silenced} />}
            />
            <TipBursts current={show.bursts.current} onDone={show.bursts.next} />
          </div>
          <OnAirTiles session={session} tips={show.tips} health={publisher.health} />
          {isRehearsal ? null : requests}
        </div>
        {isRehearsal ? (
          <Rehearsal streamId={streamId} isPublished={publisher.state === 'live'} onBegun={show.refetch} />
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
