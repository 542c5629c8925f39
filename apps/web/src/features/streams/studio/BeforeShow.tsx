import { IconAlertCircle, IconBroadcast } from '@tabler/icons-react';
import type { ShowAudience } from '@stagedoor/contract/schedule.values';
import type { Publishing, StreamSession } from '@stagedoor/contract/streams';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useText } from '../../../ui/text.ts';
import { TokenField } from '../../../ui/TokenField.tsx';
import type from '../../../ui/type.module.css';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useKeptState } from '../../../ui/forms/use-kept-state.ts';
import { h264Codecs } from '../sdp-exchange.ts';
import { begunGroup, resume } from './begun-paid.ts';
import { GroupFields, NEW_GROUP } from './GroupFields.tsx';
import { type GoalFields, NextGoals } from './NextGoals.tsx';
import { Preview } from './Preview.tsx';
import { ShowFields } from './ShowFields.tsx';
import { SoundCheck } from './SoundCheck.tsx';
import styles from './studio.module.css';
import type { Camera, CameraState } from './use-camera.ts';

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

const AMOUNT = /^\d{1,7}([.,]\d{1,2})?$/;
const isNoAmount = (amount: string): boolean => !AMOUNT.test(amount) || Number(amount.replace(',', '.')) <= 0;

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

/** Before the show: preview, devices, title and goal; then one red button. */
export const BeforeShow = ({
  camera,
  waiting,
  requests,
  onBegun,
}: {
  camera: Camera;
  /** An open show is continued instead of starting another. */
  waiting: StreamSession | null;
  /** Who asks for a private show. */
  requests: ReactNode;
  onBegun: (begun: Begun) => void;
}) => {
  const t = useText();
  const begin = useAction('POST /streaming/live');
  const beginGroup = useAction('POST /streaming/group-chat');
  const [kind, setKind] = useState<'public' | 'group'>('public');
  const [terms, setTerms] = useState(NEW_GROUP);
  const [isResuming, setResuming] = useState(false);
  const busy = begin.busy || beginGroup.busy || isResuming;
  const sendsH264 = useSendsH264();
  const [title, setTitle] = useState('');
  const [hasGoal, setHasGoal] = useState(false);
  const [goalTitle, setGoalTitle] = useState('');
  const [goalAmount, setGoalAmount] = useState('');
  const [nextGoals, setNextGoals] = useState<readonly GoalFields[]>([]);
  const [isRecorded, setRecorded] = useState(false);
  const [categoryId, setCategoryId] = useState('');
  const [audience, setAudience] = useState<ShowAudience>('everyone');
  const kept = useKeptState({
    draft: 'show.new',
    saved: {
      title: '',
      hasGoal: false,
      goalTitle: '',
      goalAmount: '',
      isRecorded: false,
      nextGoals: [] as readonly GoalFields[],
      categoryId: '',
      audience: 'everyone' as ShowAudience,
    },
    value: { title, hasGoal, goalTitle, goalAmount, isRecorded, nextGoals, categoryId, audience },
    restore: (typed) => {
      setTitle(typed.title);
      setHasGoal(typed.hasGoal);
      setGoalTitle(typed.goalTitle);
      setGoalAmount(typed.goalAmount);
      setRecorded(typed.isRecorded);
      setNextGoals(typed.nextGoals ?? []);
      setCategoryId(typed.categoryId ?? '');
      setAudience(typed.audience ?? 'everyone');
    },
    asks: false,
  });
  const [pressed, setPressed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { state, choice } = camera;
  const trouble = state === 'asking' || state === 'ready' ? null : CAMERA_PROBLEMS[state];
  const canStart = state === 'ready' && sendsH264;
  const goalWrong = isNoAmount(goalAmount);
  const fine =
    title.trim() !== '' &&
    (kind === 'group' ||
      !hasGoal ||
      (goalTitle.trim() !== '' && !goalWrong && nextGoals.every((goal) => goal.title.trim() !== '' && !isNoAmount(goal.amount))));

  const start = async (body: Parameters<typeof begin.run>[0]['body']) => {
    const begun = await begin.run({ body });
    if (!begun) return;
    kept.done();
    onBegun(begun);
  };
  const startGroup = async () => {
    const { price, seats, minimumMinutes, audience } = terms;
    const begun = await beginGroup.run({
      body: {
        title: title.trim(),
        seats: Number(seats),
        isRecorded,
        audience,
        ...(price.trim() ? { price: price.trim().replace(',', '.') } : {}),
        ...(minimumMinutes ? { minimumMinutes: Number(minimumMinutes) } : {}),
      },
    });
    if (!begun) return;
    kept.done();
    onBegun(begunGroup(begun));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    press(false);
  };
  const press = (isRehearsal: boolean) => {
    setPressed(true);
    if (!fine) {
      // After the error messages are rendered below their fields.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    if (!canStart) return;
    if (kind === 'group') {
      void startGroup();
      return;
    }
    void start({
      title: title.trim(),
      audience,
      categoryId: categoryId || null,
      isRecorded,
      isRehearsal,
      goal: hasGoal ? { title: goalTitle.trim(), amount: goalAmount.replace(',', '.') } : null,
      nextGoals: hasGoal ? nextGoals.map((goal) => ({ title: goal.title.trim(), amount: goal.amount.replace(',', '.') })) : [],
    });
  };
  const goOn = () => {
    if (!waiting) return;
    if (waiting.type !== 'public') {
      setResuming(true);
      resume(waiting)
        .then(onBegun)
        .catch(() => setResuming(false));
      return;
    }
    const { goal } = waiting;
    void start({
      title: waiting.title,
      audience: waiting.audience ?? 'everyone',
      isRehearsal: waiting.isRehearsal,
      isRecorded: waiting.isRecorded,
      goal: goal && { title: goal.title, amount: String(goal.amount) },
    });
  };
  return (
    <form ref={form} className={classes(styles.studio, styles.before)} onSubmit={submit} noValidate>
      <header className={styles.head}>
        <div>
          <h1 className={classes(type.display, type.s46)}>{t('studio.title')}</h1>
          <p className={classes(type.small, type.quiet, styles.lead)}>{t(leadOf(state, sendsH264))}</p>
        </div>
        {waiting ? null : (
          <div className={styles.acts}>
            {kind === 'public' ? (
              <Button kind="outline" size="lg" disabled={!canStart || busy} onClick={() => press(true)}>
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
              {t('studio.start')}
            </Button>
          </div>
        )}
      </header>
      <div className={styles.left}>
        {waiting ? (
          <Card selected className={styles.waiting}>
            <div className={styles.waitingWords}>
              <h2 className={type.heading}>{t('studio.resume')}</h2>
              <p className={classes(type.small, type.quiet)}>{t('studio.resumeText', { title: waiting.title || t('paid.private') })}</p>
            </div>
            <Button kind="live" busy={busy} disabled={!canStart} icon={<IconBroadcast size={20} stroke={1.75} />} onClick={goOn}>
              {t('studio.goOn')}
            </Button>
          </Card>
        ) : null}
        <Preview
          camera={camera}
          quality={choice.quality}
          message={
            trouble ? (
              <div className={styles.trouble}>
                <IconAlertCircle size={28} stroke={1.75} aria-hidden="true" />
                <strong className={styles.troubleTitle}>{t(trouble[0])}</strong>
                <span>{t(trouble[1])}</span>
                {state === 'insecure' ? null : (
                  <Button kind="glass" onClick={camera.askAgain}>
                    {t(state === 'off' ? 'studio.turnOn' : 'ui.tryAgain')}
                  </Button>
                )}
              </div>
            ) : state === 'asking' ? (
              t('studio.checking')
            ) : null
          }
        />
        <FormError
          error={begin.error ?? beginGroup.error}
          fields={['title', 'categoryId', 'goal.title', 'goal.amount', 'price', 'seats', 'minimumMinutes']}
        />
        {sendsH264 ? null : (
          <p className={styles.codec} role="alert">
            <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
            {t('errors.LIVE_CODEC_UNSUPPORTED')}
          </p>
        )}
        <SoundCheck camera={camera} />
        {requests}
      </div>
      {waiting ? null : (
        <div className={styles.right}>
          <Card className={styles.settings}>
            <Segments
              label={t('paid.kindOfShow')}
              name="kind"
              value={kind}
              onChange={setKind}
              options={[
                { value: 'public', text: t('paid.public') },
                { value: 'group', text: t('paid.group') },
              ]}
              wide
            />
            <TextField
              label={t('studio.showTitle')}
              value={title}
              maxLength={100}
              required
              error={pressed && title.trim() === '' ? t('studio.showTitleMissing') : begin.error?.fields['title']}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            {kind === 'public' ? (
              <ShowFields
                categoryId={categoryId}
                audience={audience}
                error={begin.error?.fields['categoryId']}
                onChange={(change) => {
                  if (change.categoryId !== undefined) setCategoryId(change.categoryId);
                  if (change.audience !== undefined) setAudience(change.audience);
                }}
              />
            ) : null}
            {kind === 'group' ? (
              <GroupFields
                terms={terms}
                fields={beginGroup.error?.fields ?? {}}
                onChange={(change) => setTerms((known) => ({ ...known, ...change }))}
              />
            ) : (
              <Switch
                label={t('studio.goal')}
                hint={t('studio.goalHint')}
                checked={hasGoal}
                onChange={(event) => setHasGoal(event.currentTarget.checked)}
              />
            )}
            {hasGoal && kind === 'public' ? (
              <div className={styles.goal}>
                <TextField
                  label={t('studio.goalTitle')}
                  value={goalTitle}
                  maxLength={60}
                  error={pressed && goalTitle.trim() === '' ? t('studio.goalTitleMissing') : undefined}
                  onChange={(event) => setGoalTitle(event.currentTarget.value)}
                />
                <TokenField
                  label={t('studio.goalAmount')}
                  value={goalAmount}
                  error={pressed && goalWrong ? t('studio.goalAmountWrong') : undefined}
                  onChange={(event) => setGoalAmount(event.currentTarget.value)}
                />
                <NextGoals
                  goals={nextGoals}
                  onChange={setNextGoals}
                  isWrong={(goal) => ({ title: pressed && goal.title.trim() === '', amount: pressed && isNoAmount(goal.amount) })}
                />
              </div>
            ) : null}
            <Switch
              label={t('studio.record')}
              hint={t('studio.recordHint')}
              checked={isRecorded}
              onChange={(event) => setRecorded(event.currentTarget.checked)}
            />
          </Card>
        </div>
      )}
    </form>
  );
};
