import { REHEARSAL_MINUTES } from '@stagedoor/contract/streams.values';
import { IconBroadcast } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { type PlayingFacts, startPlayback } from '../playback.ts';
import { usePlaybackAccess } from '../use-playback-access.ts';
import styles from './Rehearsal.module.css';

/** The own picture as viewers would get it: played from the site like theirs, with its delay. */
const Return = ({ streamId }: { streamId: string }) => {
  const t = useText();
  const format = useFormat();
  const video = useRef<HTMLVideoElement>(null);
  const { source, ask } = usePlaybackAccess(streamId);
  const [facts, setFacts] = useState<PlayingFacts | null>(null);
  useEffect(() => {
    if (!source || !video.current) return undefined;
    const playback = startPlayback(video.current, { ...source, onFacts: setFacts, onRefused: ask });
    return () => playback.stop();
  }, [source, ask]);
  const isPlaying = facts?.state === 'playing';
  return (
    <>
      <div className={styles.return} data-testid="return-picture" data-state={facts?.state ?? 'connecting'}>
        <video ref={video} autoPlay muted playsInline aria-label={t('studio.rehearsalTitle')} />
        {isPlaying ? null : (
          <p className={styles.waiting} role="status">
            {t('studio.rehearsalWaiting')}
          </p>
        )}
      </div>
      <dl className={styles.facts}>
        <dt className={type.quiet}>{t('studio.rehearsalDelay')}</dt>
        <dd className={type.num}>
          {facts?.delay ? t('studio.seconds', { seconds: format.count(Math.max(0.1, Math.round(facts.delay * 10) / 10)) }) : '–'}
        </dd>
        <dt className={type.quiet}>{t('studio.picture')}</dt>
        <dd className={type.num}>{facts?.width && facts.height ? `${facts.width} × ${facts.height}` : '–'}</dd>
      </dl>
    </>
  );
};

/** In place of the chat while nobody else knows of the show: what viewers will see, and going live with it. */
export const Rehearsal = ({
  streamId,
  isPublished,
  hasPicture = true,
  onBegun,
}: {
  streamId: string;
  isPublished: boolean;
  /** False where the studio shows the viewers' picture already. */
  hasPicture?: boolean;
  onBegun: () => void;
}) => {
  const t = useText();
  const begin = useAction('POST /streaming/live/{id}/begin');
  const [isPressed, setPressed] = useState(false);
  const press = async () => {
    if (!(await begin.run({ params: { id: streamId } }))) return;
    setPressed(true);
    onBegun();
  };
  return (
    <Card className={styles.rehearsal}>
      <h2 className={type.heading}>{t('studio.rehearsalTitle')}</h2>
      {!hasPicture ? null : isPublished && !isPressed ? (
        <Return streamId={streamId} />
      ) : (
        <div className={styles.return}>
          <p className={styles.waiting} role="status">
            {t(isPressed ? 'studio.goingLive' : 'studio.connecting')}
          </p>
        </div>
      )}
      <p className={classes(type.small, type.quiet)}>{t('studio.rehearsalText', { count: REHEARSAL_MINUTES })}</p>
      <FormError error={begin.error} fields={[]} />
      <Button
        kind="live"
        size="lg"
        wide
        busy={begin.busy || isPressed}
        disabled={!isPublished}
        icon={<IconBroadcast size={20} stroke={1.75} />}
        onClick={() => void press()}
      >
        {t('studio.goLive')}
      </Button>
    </Card>
  );
};
