import { IconEye, IconPlayerRecordFilled } from '@tabler/icons-react';
import type { StreamSession } from '@stagedoor/contract/streams';
import { Chip, LiveBadge } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Goal } from '../Goal.tsx';
import { RunningTime } from '../RunningTime.tsx';
import phone from './OnAir.module.css';
import { SilencedChips } from './SilencedChips.tsx';
import type { Publishes } from './use-publisher.ts';
import type { Silenced } from './use-silenced.ts';
import { WeakChip } from './WeakChip.tsx';

/** The state of a show over the performer's own picture: on air since when, viewers, recording, connection, microphone and camera. */
export const OnAirChips = ({
  session,
  publisher,
  isRecording,
  silenced,
}: {
  session: StreamSession;
  publisher: Publishes;
  isRecording: boolean;
  silenced: Pick<Silenced, 'isMuted' | 'isHidden'>;
}) => {
  const t = useText();
  const format = useFormat();
  const { isRehearsal } = session;
  return (
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
          {publisher.state === 'connecting' || !session.since ? (
            t('studio.connecting')
          ) : (
            <RunningTime since={session.since} until={session.silentSince} />
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
      <SilencedChips silenced={silenced} size="lg" />
      {session.goal ? (
        <div className={phone.goal}>
          <Goal goal={session.goal} goals={session.goals} onDark />
        </div>
      ) : null}
    </>
  );
};
