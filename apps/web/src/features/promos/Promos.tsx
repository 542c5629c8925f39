import { isOnAir } from '@stagedoor/contract/live-state.values';
import { isolated } from '@stagedoor/contract/visible-text.values';
import type { Promo } from '@stagedoor/contract/site';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { useNonce } from '../../app/boot.tsx';
import { useData } from '../../app/data.ts';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { LivePromo } from './LivePromo.tsx';
import { PromoCard } from './PromoCard.tsx';
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
      {isShowing(promo) ? <LivePromo promo={promo} /> : <PromoCard promo={promo} />}
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
