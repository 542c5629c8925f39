import type { LiveCard } from '@stagedoor/contract/streams';
import { Link } from 'react-router';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { LiveRow } from '../streams/LiveRow.tsx';
import styles from './on-stage.module.css';

/** As many are shown; the others are on the page of live shows. */
const SHOWN = 3;

/** Wide screens: who is on stage now. Phones have the faces with their rings instead. */
export const OnStage = ({ cards, total }: { cards: readonly LiveCard[]; total: number }) => {
  const t = useText();
  if (cards.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('front.onNow')}>
      <div className={type.flexBetween}>
        <h2 className={classes(type.display, type.s34)}>{t('front.onNow')}</h2>
        <Link to="/live" className={classes(type.small, type.quiet, type.strong)}>
          {t('front.allLive', { count: total })}
        </Link>
      </div>
      <LiveRow cards={cards.slice(0, SHOWN)} leads />
    </section>
  );
};
