import type { Promo } from '@stagedoor/contract/site';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useData } from '../../app/data.ts';
import { Beam } from '../../ui/Beam.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import styles from './promos.module.css';

/** Ids of promos that were hidden on this device. */
const KEY = 'promosHidden';
const MOST_KEPT = 50;

const readHidden = (): string[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
};

/** What the site points out, one at a time; each can be hidden for good. Nothing moves by itself. */
export const Promos = () => {
  const say = useText();
  const { data } = useData('GET /site-promo', {});
  const [hidden, setHidden] = useState<readonly string[] | null>(null);
  const [place, setPlace] = useState(0);
  useEffect(() => setHidden(readHidden()), []);
  if (!data || hidden === null) return null;
  const promos = data.data.filter(({ _id }) => !hidden.includes(_id));
  const index = Math.min(place, promos.length - 1);
  const promo = promos[index];
  if (!promo) return null;
  const hide = () => {
    const next = [...hidden, promo._id].slice(-MOST_KEPT);
    setHidden(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Shown again next time, then.
    }
  };
  const go = (step: number) => setPlace((index + step + promos.length) % promos.length);
  const icon = { size: 20, stroke: 1.75 } as const;
  return (
    <section className={styles.promos} aria-label={say('promo.label')} aria-roledescription={promos.length > 1 ? 'carousel' : undefined}>
      <PromoCard promo={promo} />
      <span className={styles.acts}>
        {promos.length > 1 ? (
          <>
            <IconButton
              kind="glass"
              size="sm"
              label={say('promo.previous')}
              icon={<IconArrowLeft {...icon} className={styles.turn} />}
              onClick={() => go(-1)}
            />
            <span className={styles.position} role="status">
              {say('promo.position', { index: index + 1, count: promos.length })}
            </span>
            <IconButton
              kind="glass"
              size="sm"
              label={say('promo.next')}
              icon={<IconArrowRight {...icon} className={styles.turn} />}
              onClick={() => go(1)}
            />
          </>
        ) : null}
        <IconButton kind="glass" size="sm" label={`${say('promo.dismiss')}: ${promo.title}`} icon={<IconX {...icon} />} onClick={hide} />
      </span>
    </section>
  );
};

/** A picture in the light of one beam, one line, one button. */
const PromoCard = ({ promo }: { promo: Promo }) => (
  <article key={promo._id} className={styles.card}>
    {promo.picture ? (
      <div className={styles.picture}>
        <Picture picture={promo.picture} alt="" sizes="(max-width: 819px) 100vw, 680px" />
      </div>
    ) : null}
    <Beam kind="cone" />
    <div className={styles.words}>
      <h2 className={styles.title}>{promo.title}</h2>
      {promo.text ? <p className={styles.text}>{promo.text}</p> : null}
      {promo.link && promo.button ? (
        <span>
          <Button kind="gold" {...(promo.link.startsWith('/') ? { to: promo.link } : { href: promo.link })}>
            {promo.button}
          </Button>
        </span>
      ) : null}
    </div>
  </article>
);
