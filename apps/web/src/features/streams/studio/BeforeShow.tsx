import { IconAlertCircle, IconBroadcast } from '@tabler/icons-react';
import type { Publishing, StreamSession } from '@stagedoor/contract/streams';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { h264Codecs } from '../sdp-exchange.ts';
import { BeginChoice } from './encoder/BeginChoice.tsx';
import { EncoderCard, EncoderSettings } from './encoder/EncoderCard.tsx';
import { SourceChoice } from './encoder/SourceChoice.tsx';
import { useEncoderAccess } from './encoder/use-encoder-access.ts';
import { useProtocol } from './encoder/use-protocol.ts';
import type { ShowSource } from './encoder/use-source.ts';
import { NEW_GROUP } from './GroupFields.tsx';
import { NewShowFields } from './NewShowFields.tsx';
import { Preview } from './Preview.tsx';
import { SoundCheck } from './SoundCheck.tsx';
import styles from './studio.module.css';
import { useBeginShow } from './use-begin-show.ts';
import type { Camera, CameraState } from './use-camera.ts';
import { isGoalFine, useShowDraft } from './use-show-draft.ts';

export interface Begun {
  session: StreamSession;
  publishing: Publishing;
  /** Where to publish the same show now, for a private or group show; null when it is over. */
  renew?: () => Promise<Publishing | null>;
}

const CAMERA_PROBLEMS = {
  denied: ['studio.denied', 'studio.deniedText'],
  none: ['studio.noCamera', 'studio.noCameraText'],
  insecure: ['studio.insecure', 'studio.insecureText'],
  off: ['studio.off', 'studio.offText'],
} as const satisfies Record<Exclude<CameraState, 'asking' | 'ready'>, readonly [string, string]>;

const FIELDS = ['title', 'categoryId', 'goal.title', 'goal.amount', 'price', 'seats', 'minimumMinutes'] as const;

/** Whether this browser can send what the engine accepts; assumed until hydration. */
const useSendsH264 = (): boolean => {
  const [sends, setSends] = useState(true);
  useEffect(() => {
    setSends(typeof RTCRtpSender === 'function' && h264Codecs(RTCRtpSender.getCapabilities?.('video') ?? null).length > 0);
  }, []);
  return sends;
};

const leadOf = (state: CameraState, sendsH264: boolean) =>
  state === 'asking' ? 'studio.checking' : state !== 'ready' ? 'studio.notReady' : sendsH264 ? 'studio.ready' : 'studio.wrongBrowser';

/** Why the camera can't be seen, with a way out where there is one. */
const CameraMessage = ({ camera: { state, askAgain } }: { camera: Camera }) => {
  const t = useText();
  if (state === 'ready') return null;
  if (state === 'asking') return t('studio.checking');
  const [title, text] = CAMERA_PROBLEMS[state];
  return (
    <div className={styles.trouble}>
      <IconAlertCircle size={28} stroke={1.75} aria-hidden="true" />
      <strong className={styles.troubleTitle}>{t(title)}</strong>
      <span>{t(text)}</span>
      {state === 'insecure' ? null : (
        <Button kind="glass" onClick={askAgain}>
          {t(state === 'off' ? 'studio.turnOn' : 'ui.tryAgain')}
        </Button>
      )}
    </div>
  );
};

interface WaitingProps {
  show: StreamSession;
  busy: boolean;
  disabled: boolean;
  onGoOn: () => void;
}

/** The open show, which is continued. */
const Waiting = ({ show, busy, disabled, onGoOn }: WaitingProps) => {
  const t = useText();
  return (
    <Card selected className={styles.waiting}>
      <div className={styles.waitingWords}>
        <h2 className={type.heading}>{t('studio.resume')}</h2>
        <p className={classes(type.small, type.quiet)}>{t('studio.resumeText', { title: show.title || t('paid.private') })}</p>
      </div>
      <Button kind="live" busy={busy} disabled={disabled} icon={<IconBroadcast size={20} stroke={1.75} />} onClick={onGoOn}>
        {t('studio.goOn')}
      </Button>
    </Card>
  );
};

interface StartActsProps {
  isEncoder: boolean;
  canRehearse: boolean;
  canStart: boolean;
  busy: boolean;
  onRehearse: () => void;
}

const StartActs = ({ isEncoder, canRehearse, canStart, busy, onRehearse }: StartActsProps) => {
  const t = useText();
  return (
    <div className={styles.acts}>
      {canRehearse ? (
        <Button kind="outline" size="lg" disabled={!canStart || busy} onClick={onRehearse}>
          {t('studio.rehearse')}
        </Button>
      ) : null}
      <Button
        type="submit"
        kind="live"
        size="lg"
        className={styles.main}
        busy={busy}
        disabled={!canStart}
        icon={<IconBroadcast size={20} stroke={1.75} />}
      >
        {t(isEncoder ? 'encoder.prepare' : 'studio.start')}
      </Button>
    </div>
  );
};

interface BeforeShowProps {
  camera: Camera;
  source: ShowSource;
  onSource: (source: ShowSource) => void;
  /** An open show is continued instead of starting another. */
  waiting: StreamSession | null;
  /** Who asks for a private show. */
  requests: ReactNode;
  onBegun: (begun: Begun) => void;
}

/** Before the show: preview, devices, title and goal; then one red button. */
export const BeforeShow = ({ camera, source, onSource, waiting, requests, onBegun }: BeforeShowProps) => {
  const t = useText();
  const [kind, setKind] = useState<'public' | 'group'>('public');
  const [terms, setTerms] = useState(NEW_GROUP);
  const [pressed, setPressed] = useState(false);
  const [beginsByPress, setBeginsByPress] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sendsH264 = useSendsH264();
  const { draft, change, done } = useShowDraft();
  const isEncoder = source === 'encoder';
  const { busy, error, groupError, startPublic, startGroup, goOn } = useBeginShow(onBegun, done, isEncoder);
  const { state, choice } = camera;
  const encoder = useEncoderAccess(isEncoder);
  const { protocol, choose: chooseProtocol } = useProtocol(encoder.access);
  const canStart = isEncoder ? encoder.canStart : state === 'ready' && sendsH264;
  const isFine = draft.title.trim() !== '' && (kind === 'group' || isGoalFine(draft));
  const press = (isRehearsal: boolean) => {
    setPressed(true);
    if (!isFine) {
      // After the error messages are rendered below their fields.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    if (!canStart) return;
    void (kind === 'group' ? startGroup(draft, terms) : startPublic(draft, isRehearsal));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    press(isEncoder && kind === 'public' && beginsByPress);
  };
  const choose = <SourceChoice source={source} onChoose={onSource} />;
  return (
    <form ref={form} className={classes(styles.studio, styles.before)} onSubmit={submit} noValidate>
      <header className={styles.head}>
        <div>
          <h1 className={classes(type.display, type.s46)}>{t('studio.title')}</h1>
          <p className={classes(type.small, type.quiet, styles.lead)}>{t(isEncoder ? encoder.lead : leadOf(state, sendsH264))}</p>
        </div>
        {waiting ? null : (
          <StartActs
            isEncoder={isEncoder}
            canRehearse={kind === 'public' && !isEncoder}
            canStart={canStart}
            busy={busy}
            onRehearse={() => press(true)}
          />
        )}
      </header>
      <div className={styles.left}>
        {waiting ? <Waiting show={waiting} busy={busy} disabled={!canStart} onGoOn={() => goOn(waiting)} /> : null}
        {isEncoder ? (
          encoder.access && (
            <EncoderCard access={encoder.access} onChanged={encoder.refetch} protocol={protocol} onChoose={chooseProtocol} />
          )
        ) : (
          <Preview camera={camera} quality={choice.quality} message={state === 'ready' ? null : <CameraMessage camera={camera} />} />
        )}
        <FormError error={error ?? groupError} fields={FIELDS} />
        {sendsH264 || isEncoder ? null : (
          <p className={styles.codec} role="alert">
            <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
            {t('errors.LIVE_CODEC_UNSUPPORTED')}
          </p>
        )}
        {isEncoder ? <EncoderSettings protocol={protocol} /> : <SoundCheck camera={camera} />}
        {requests}
      </div>
      <div className={styles.right}>
        {waiting ? (
          <Card className={styles.settings}>{choose}</Card>
        ) : (
          <NewShowFields
            head={choose}
            publicFoot={isEncoder ? <BeginChoice byPress={beginsByPress} onChoose={setBeginsByPress} /> : null}
            draft={draft}
            onChange={change}
            pressed={pressed}
            kind={kind}
            onKind={setKind}
            terms={terms}
            onTerms={(fields) => setTerms((known) => ({ ...known, ...fields }))}
            error={error}
            groupError={groupError}
          />
        )}
      </div>
    </form>
  );
};
