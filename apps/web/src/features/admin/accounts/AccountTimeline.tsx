import type { TimelineEntry } from '@stagedoor/contract/admin-people';
import { Link } from 'react-router';
import { Amount } from '../../../ui/Amount.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';

/** Where an event is shown whole. */
const placeOf = ({ kind, _id, detail }: TimelineEntry): string | null => {
  switch (kind) {
    case 'paid':
    case 'earned':
      return `/admin/ledger?id=${_id}`;
    case 'payout':
      return `/admin/payouts?id=${_id}`;
    case 'report':
    case 'reported':
      return `/admin/reports?state=${detail}&id=${_id}`;
    default:
      return null;
  }
};

const useEventText = () => {
  const t = useText();
  return (entry: TimelineEntry): string => {
    switch (entry.kind) {
      case 'paid':
      case 'earned':
        return t(`money.transactionKind.${entry.detail as 'tip'}`);
      case 'payout':
        return t('people.event.payout', { state: t(`payouts.state.${entry.detail as 'paid'}`) });
      default:
        return t(`people.event.${entry.kind}`);
    }
  };
};

/** What happened around an account, newest first, each with a link to where it is shown whole. */
export const AccountTimeline = ({ entries }: { entries: readonly TimelineEntry[] }) => {
  const t = useText();
  return (
    <section className={styles.history} aria-label={t('people.timeline')}>
      <h3 className={type.label}>{t('people.timeline')}</h3>
      {entries.map((entry) => (
        <Entry key={`${entry.kind}.${entry._id}`} entry={entry} />
      ))}
    </section>
  );
};

const Entry = ({ entry }: { entry: TimelineEntry }) => {
  const format = useFormat();
  const text = useEventText()(entry);
  const place = placeOf(entry);
  const { title, person, money, tokens } = entry;
  return (
    <div className={classes(styles.past, type.small)}>
      <span className={styles.event}>
        {place ? (
          <Link className={type.link} to={place}>
            {text}
          </Link>
        ) : (
          text
        )}
        {title ? (
          <span className={type.quiet}>
            {' '}
            · <bdi>{title}</bdi>
          </span>
        ) : null}
        {person ? (
          <>
            {' · '}
            <Link className={type.link} to={`/admin/users?id=${person._id}`}>
              <bdi>@{person.username}</bdi>
            </Link>
          </>
        ) : null}
      </span>
      <span className={classes(styles.when, styles.eventEnd)}>
        {money !== null || tokens !== null ? (
          <span className={type.num}>{money === null ? <Amount tokens={tokens ?? 0} /> : format.money(money)}</span>
        ) : null}
        <span className={type.faint}>{format.date(entry.at, 'dayTime')}</span>
      </span>
    </div>
  );
};
