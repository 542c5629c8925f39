import { IconAlertCircle, IconBroadcast } from '@tabler/icons-react';
import type { Publishing, StreamSession } from '@stagedoor/contract/streams';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Coin } from '../../../ui/Amount.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { Problem } from '../../auth/Problem.tsx';
import { h264Codecs } from '../exchange.ts';
import { Preview } from './Preview.tsx';
import { SoundCheck } from './SoundCheck.tsx';
import styles from './studio.module.css';
import type { Camera, CameraState } from './use-camera.ts';

export interface Begun {
  session: StreamSession;
  publishing: Publishing;
}

const TROUBLES = {
  denied: ['studio.denied', 'studio.deniedText'],
  none: ['studio.noCamera', 'studio.noCameraText'],
  insecure: ['studio.insecure', 'studio.insecureText'],
} as const satisfies Partial<Record<CameraState, readonly [string, string]>>;

const AMOUNT = /^\d{1,7}([.,]\d{1,2})?$/;

/** Whether this browser sends what the engine takes; assumed until the page has come to life. */
const useSendsH264 = (): boolean => {
  const [sends, setSends] = useState(true);
  useEffect(() => {
    setSends(typeof RTCRtpSender === 'function' && h264Codecs(RTCRtpSender.getCapabilities?.('video') ?? null).length > 0);
  }, []);
  return sends;
};

/** Before the show: the own picture, the devices, what the show is called; then one red button. */
export const BeforeShow = ({
  camera,
  waiting,
  onBegun,
}: {
  camera: Camera;
  /** A show that is still open: it goes on, no other begins. */
  waiting: StreamSession | null;
  onBegun: (begun: Begun) => void;
}) => {
  const say = useText();
  const begin = useAction('POST /streaming/live');
  const sendsH264 = useSendsH264();
  const [title, setTitle] = useState('');
  const [hasGoal, setHasGoal] = useState(false);
  const [goalTitle, setGoalTitle] = useState('');
  const [goalAmount, setGoalAmount] = useState('');
  const [isRecorded, setRecorded] = useState(false);
  const [pressed, setPressed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { state, stream, choice } = camera;
  const trouble = state === 'denied' || state === 'none' || state === 'insecure' ? TROUBLES[state] : null;
  const canStart = state === 'ready' && sendsH264;
  const goalWrong = !AMOUNT.test(goalAmount) || Number(goalAmount.replace(',', '.')) <= 0;
  const fine = title.trim() !== '' && (!hasGoal || (goalTitle.trim() !== '' && !goalWrong));

  const start = async (body: Parameters<typeof begin.run>[0]['body']) => {
    const begun = await begin.run({ body });
    if (begun) onBegun(begun);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!fine) {
      // Once the sentences stand under their fields.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    if (!canStart) return;
    void start({
      title: title.trim(),
      isRecorded,
      goal: hasGoal ? { title: goalTitle.trim(), amount: goalAmount.replace(',', '.') } : null,
    });
  };
  const goOn = () => {
    if (!waiting) return;
    const { goal } = waiting;
    void start({
      title: waiting.title,
      isRecorded: waiting.isRecorded,
      goal: goal && { title: goal.title, amount: String(goal.amount) },
    });
  };
  return (
    <form ref={form} className={classes(styles.studio, styles.before)} onSubmit={submit} noValidate>
      <header className={styles.head}>
        <div>
          <h1 className={classes(type.display, type.s46)}>{say('studio.title')}</h1>
          <p className={classes(type.small, type.quiet, styles.lead)}>
            {say(canStart ? 'studio.ready' : state === 'asking' ? 'studio.checking' : 'studio.notReady')}
          </p>
        </div>
        {waiting ? null : (
          <Button
            type="submit"
            kind="live"
            size="lg"
            className={styles.main}
            busy={begin.busy}
            disabled={!canStart}
            icon={<IconBroadcast size={20} stroke={1.75} />}
          >
            {say('studio.start')}
          </Button>
        )}
      </header>
      <div className={styles.left}>
        {waiting ? (
          <Card selected className={styles.waiting}>
            <div className={styles.waitingWords}>
              <h2 className={type.heading}>{say('studio.resume')}</h2>
              <p className={classes(type.small, type.quiet)}>{say('studio.resumeText', { title: waiting.title })}</p>
            </div>
            <Button kind="live" busy={begin.busy} disabled={!canStart} icon={<IconBroadcast size={20} stroke={1.75} />} onClick={goOn}>
              {say('studio.goOn')}
            </Button>
          </Card>
        ) : null}
        <Preview
          stream={stream}
          quality={choice.quality}
          message={
            trouble ? (
              <div className={styles.trouble}>
                <IconAlertCircle size={28} stroke={1.75} aria-hidden="true" />
                <strong className={styles.troubleTitle}>{say(trouble[0])}</strong>
                <span>{say(trouble[1])}</span>
                {state === 'insecure' ? null : (
                  <Button kind="glass" onClick={camera.askAgain}>
                    {say('ui.tryAgain')}
                  </Button>
                )}
              </div>
            ) : state === 'asking' ? (
              say('studio.checking')
            ) : null
          }
        />
        <Problem error={begin.error} fields={['title', 'goal.title', 'goal.amount']} />
        {sendsH264 ? null : (
          <p className={styles.codec} role="alert">
            <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
            {say('errors.LIVE_CODEC_UNSUPPORTED')}
          </p>
        )}
        <SoundCheck camera={camera} />
      </div>
      {waiting ? null : (
        <div className={styles.right}>
          <Card className={styles.settings}>
            <TextField
              label={say('studio.showTitle')}
              value={title}
              maxLength={100}
              required
              error={pressed && title.trim() === '' ? say('studio.showTitleMissing') : begin.error?.fields['title']}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <Switch
              label={say('studio.goal')}
              hint={say('studio.goalHint')}
              checked={hasGoal}
              onChange={(event) => setHasGoal(event.currentTarget.checked)}
            />
            {hasGoal ? (
              <div className={styles.goal}>
                <TextField
                  label={say('studio.goalTitle')}
                  value={goalTitle}
                  maxLength={60}
                  error={pressed && goalTitle.trim() === '' ? say('studio.goalTitleMissing') : undefined}
                  onChange={(event) => setGoalTitle(event.currentTarget.value)}
                />
                <TextField
                  label={say('studio.goalAmount')}
                  inputMode="decimal"
                  start={<Coin />}
                  value={goalAmount}
                  error={pressed && goalWrong ? say('studio.goalAmountWrong') : undefined}
                  onChange={(event) => setGoalAmount(event.currentTarget.value)}
                />
              </div>
            ) : null}
            <Switch
              label={say('studio.record')}
              hint={say('studio.recordHint')}
              checked={isRecorded}
              onChange={(event) => setRecorded(event.currentTarget.checked)}
            />
          </Card>
        </div>
      )}
    </form>
  );
};
