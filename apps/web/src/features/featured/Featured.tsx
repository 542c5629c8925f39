import type { FeaturedCard } from '@stagedoor/contract/catalog';
import { Link } from 'react-router';
import { Amount } from '../../ui/Amount.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { WhyButton } from './WhyButton.tsx';
import styles from './featured.module.css';

/** As many are seen at once on a phone. */
const SEEN_FIRST = 2;

/** Content of all kinds that is worth a look, each with the reason why it is here. */
export const Featured = ({ cards }: { cards: readonly FeaturedCard[] }) => {
  const t = useText();
  if (cards.length === 0) return null;
  return (
    <section className={styles.featured} aria-label={t('featured.title')}>
      <div className={styles.head}>
        <h2 className={type.heading}>{t('featured.title')}</h2>
        <WhyButton />
      </div>
      <ul className={styles.row}>
        {cards.map((card, at) => (
          <li key={card._id} className={styles.card}>
            <Link to={card.path} className={styles.link}>
              <span className={styles.picture}>
                {card.picture ? (
                  <Picture picture={card.picture} alt="" sizes="220px" eager={at < SEEN_FIRST} />
                ) : (
                  <span className={styles.words}>{card.title}</span>
                )}
                <span className={styles.why}>
                  <Chip size="sm" tone="glass">
                    {t(`featured.reason.${card.reason}`)}
                  </Chip>
                </span>
              </span>
              <span className={classes(type.small, type.strong, type.clip)}>{card.title || card.performer.name}</span>
              <span className={classes(type.tiny, type.faint)}>
                {card.performer.name}
                {card.price !== null && !card.isOpen ? (
                  <>
                    {' · '}
                    <Amount tokens={card.price} />
                  </>
                ) : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
