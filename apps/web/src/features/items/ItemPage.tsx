import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { AccessCard, AccessFact, AccessTicket, ReceiptCard } from './AccessCard.tsx';
import { AccessSheets } from './AccessSheets.tsx';
import { ItemActs } from './ItemActs.tsx';
import styles from './item-page.module.css';
import { Topics } from './Topics.tsx';
import { useItemAccess } from './use-item-access.ts';
import type { ItemRef } from './item-calls.ts';
import type { Unlock } from './use-unlock.ts';

interface ItemPageProps {
  unlock: Unlock<ItemRef>;
  /** The heading of an item that may have no title. */
  title?: string;
  /** What it holds, beside its performer: "9 photos". */
  facts: readonly string[];
  media: ReactNode;
  /** What is locked, as the heading of its price: "9 photos, locked". */
  lockedTitle: string;
  /** The action of buying it; `short` in the bar of phones. */
  buy: { label: string; short: string };
  about: { title: string; text: string /** The page that lists its kind by category and by tag. */; list: string };
  comments: ReactNode;
  /** More of the performer's: a heading, where all of them are, and the items. */
  more: { title: string; to: string; items: ReactNode } | null;
  /** The viewer followed or subscribed. */
  onChange: () => void;
}

/** The page of an item with media of its own: heading, media, price or receipt beside them, comments, more by its performer. */
export const ItemPage = ({ unlock, title, facts, media, lockedTitle, buy, about, comments, more, onChange }: ItemPageProps) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const access = useItemAccess(unlock, onChange);
  const { item, receipt } = unlock;
  const { performer, counts } = item;
  const line = [...facts, format.date(item.publishedAt, 'dayYear'), performer.craft].filter(Boolean).join(' · ');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 className={classes(type.display, type.s46, styles.title)}>{title ?? item.title}</h1>
          <div className={styles.by}>
            <Link to={`/${performer.username}`} tabIndex={-1} aria-hidden="true">
              <Avatar src={performer.avatar} size={36} online={performer.isOnline} live={performer.isLive} edge="house" />
            </Link>
            <span className={styles.byWords}>
              <span className={styles.byName}>
                <Link to={`/${performer.username}`}>
                  <bdi>{performer.name}</bdi>
                </Link>{' '}
                {user?._id === performer._id ? null : <Verified />}{' '}
              </span>
              {line}
            </span>
          </div>
        </div>
        <ItemActs item={item} pills />
      </header>
      <div className={styles.centre}>
        <div className={styles.bleed}>{media}</div>
      </div>
      <aside className={styles.aside}>
        {receipt ? <ReceiptCard tokens={receipt.amount} /> : null}
        <AccessCard hasBar unlock={unlock} access={access} label={buy.label} title={lockedTitle}>
          {counts.unlocks > 0 ? <AccessFact label={t('items.unlocks')}>{format.count(counts.unlocks)}</AccessFact> : null}
        </AccessCard>
        {about.text || item.categories.length + item.tags.length > 0 ? (
          <Card pad="lg">
            <CardHead title={about.title} />
            {about.text ? (
              <p dir="auto" className={classes(type.small, type.quiet, styles.about)}>
                {about.text}
              </p>
            ) : null}
            <Topics item={item} list={about.list} />
          </Card>
        ) : null}
      </aside>
      <div className={classes(styles.centre, styles.comments)}>{comments}</div>
      {more ? (
        <section className={styles.more}>
          <div className={type.flexBetween}>
            <h2 className={type.heading}>{more.title}</h2>
            <Link className={type.link} to={more.to}>
              {t('items.seeAll')}
            </Link>
          </div>
          {more.items}
        </section>
      ) : null}
      {access.way ? (
        <div className={styles.sticky}>
          <AccessTicket unlock={unlock} access={access} label={buy.short} size="md" />
        </div>
      ) : null}
      <AccessSheets item={item} access={access} onChange={onChange} />
    </div>
  );
};
