import { isOnAir, showPageOf } from '@stagedoor/contract/live-state.values';
import { isolated } from '@stagedoor/contract/visible-text.values';
import type { Promo } from '@stagedoor/contract/site';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import type { Call } from '../../app/api.ts';
import { useNonce } from '../../app/boot.tsx';
import { useData } from '../../app/data.ts';
import { Beam } from '../../ui/Beam.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { LiveBadge } from '../../ui/Chip.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useStageWords } from '../../ui/stage-words.ts';
import { useText } from '../../ui/text.ts';
import styles from './promos.module.css';

/** Storage key of the promos hidden on this device. */
const KEY = 'promosHidden';
const MAX_CACHED = 50;

const readHidden = (): string[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
};

/** The current promos, for a page's loader; the page works without them. */
export const loadPromos = (by: Call): Promise<readonly Promo[]> =>
  by('GET /site-promo').then(
    ({ data }) => data,
    () => [],
  );

/**
 * Removes the section before paint if all its promos are hidden on this device: the
 * server doesn't know that, and the content must not jump on hydration.
 */
const earlyScript = (promos: readonly Promo[]): string =>
  `try{const h=JSON.parse(localStorage.getItem('${KEY}'))||[];if(${JSON.stringify(promos.map(({ _id }) => _id))}.every((i)=>h.includes(i)))document.currentScript.parentElement.hidden=true}catch{}`;

const isShowing = ({ performer }: Promo): boolean => performer !== null && isOnAir(performer.live);

/**
 * The site's promos, one at a time; each can be hidden permanently. Nothing moves by itself.
 * @param besideStage wide screens show above who is on stage: a promo of one of them would say it twice
 */
export const Promos = ({ promos: loaded, besideStage = false }: { promos: readonly Promo[]; besideStage?: boolean }) => {
  const t = useText();
  // Live states of performers change while the page is open.
  const { data } = useData('GET /site-promo', {}, { initialData: { data: [...loaded], total: loaded.length } });
  const offered = [...(data?.data ?? loaded)];
  // The page already shows who is on stage: other promos come first.
  if (besideStage) offered.sort((one, other) => Number(isShowing(one)) - Number(isShowing(other)));
  const nonce = useNonce();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [place, setPlace] = useState(0);
  useLayoutEffect(() => setHidden(readHidden()), []);
  const promos = offered.filter(({ _id }) => !hidden.includes(_id));
  const index = Math.min(place, promos.length - 1);
  const promo = promos[index];
  if (!promo) return null;
  const hide = () => {
    const next = [...hidden, promo._id].slice(-MAX_CACHED);
    setHidden(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage it is shown again next time.
    }
  };
  const go = (step: number) => setPlace((index + step + promos.length) % promos.length);
  const icon = { size: 20, stroke: 1.75 } as const;
  return (
    <section
      className={classes(styles.promos, besideStage && promos.every(isShowing) && styles.said)}
      aria-label={t('promo.label')}
      aria-roledescription={promos.length > 1 ? 'carousel' : undefined}
      suppressHydrationWarning
    >
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript(offered) }} />
      <PromoCard promo={promo} />
      <span className={styles.acts}>
        {promos.length > 1 ? (
          <>
            <IconButton
              kind="glass"
              size="sm"
              label={t('promo.previous')}
              icon={<IconArrowLeft {...icon} className={styles.turn} />}
              onClick={() => go(-1)}
            />
            <span className={styles.position} role="status">
              {t('promo.position', { index: index + 1, count: promos.length })}
            </span>
            <IconButton
              kind="glass"
              size="sm"
              label={t('promo.next')}
              icon={<IconArrowRight {...icon} className={styles.turn} />}
              onClick={() => go(1)}
            />
          </>
        ) : null}
        <IconButton
          kind="glass"
          size="sm"
          label={`${t('promo.dismiss')}: ${isolated(promo.title)}`}
          icon={<IconX {...icon} />}
          onClick={hide}
        />
      </span>
    </section>
  );
};

/** A picture, one line, one button. While the performer whom it leads to is on air, it says so and leads to the show. */
const PromoCard = ({ promo: { performer, ...promo } }: { promo: Promo }) => {
  const t = useText();
  const words = useStageWords();
  const page = performer && isOnAir(performer.live) ? showPageOf(performer.live) : null;
  const { live } = performer ?? {};
  if (!performer || !page || !live || !('title' in live)) return <Card promo={promo} />;
  const { rate, seats } = words(live);
  return (
    <Card
      isLive
      promo={{
        ...promo,
        title: t('stage.promo', { name: performer.name }),
        text: [live.title, [rate, seats].filter(Boolean).join(' · ')].filter(Boolean).join('\n'),
        button: t(live.state === 'group' ? 'stage.join' : 'live.watch'),
        link: page,
      }}
    />
  );
};

const Card = ({ promo, isLive }: { promo: Omit<Promo, 'performer'>; isLive?: boolean }) => (
  <article key={promo._id} className={styles.card}>
    {promo.picture ? (
      <div className={styles.picture}>
        <Picture picture={promo.picture} alt="" eager sizes="(max-width: 819px) 100vw, 680px" />
      </div>
    ) : null}
    <Beam kind="cone" />
    <div className={styles.words}>
      {isLive ? (
        <span>
          <LiveBadge />
        </span>
      ) : null}
      <h2 className={styles.title}>
        <bdi>{promo.title}</bdi>
      </h2>
      {promo.text ? (
        <p dir="auto" className={styles.text}>
          {promo.text}
        </p>
      ) : null}
      {promo.link && promo.button ? (
        <span>
          <Button kind="gold" {...(promo.link.startsWith('/') ? { to: promo.link } : { href: promo.link })}>
            <bdi>{promo.button}</bdi>
          </Button>
        </span>
      ) : null}
    </div>
  </article>
);
