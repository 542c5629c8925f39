import type { Promo } from '@stagedoor/contract/site';
import type { ReactNode } from 'react';
import { Beam } from '../../ui/Beam.tsx';
import { Button } from '../../ui/Button.tsx';
import { Picture } from '../../ui/Picture.tsx';
import styles from './promos.module.css';

/** A picture, one line, one button. @param mark above the title */
export const PromoCard = ({ promo, mark }: { promo: Omit<Promo, 'performer'>; mark?: ReactNode }) => (
  <article key={promo._id} className={styles.card}>
    {promo.picture ? (
      <div className={styles.picture}>
        <Picture picture={promo.picture} alt="" eager sizes="(max-width: 819px) 100vw, 680px" />
      </div>
    ) : null}
    <Beam kind="cone" />
    <div className={styles.words}>
      {mark ? <span>{mark}</span> : null}
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
