import type { ResponseOf, Contract } from '@stagedoor/contract';
import { IconAlignLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { itemPage } from '../../../app/item-page.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Card, CardHead, CardLine } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { sourceFor } from '../../../ui/Picture.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './earnings.module.css';

export type EarningStats = ResponseOf<Contract['GET /earning/stats']>;

/** Id of the list of lines. */
export const LINES_ID = 'lines';

interface PeriodProps {
  stats: EarningStats;
  /** First and last day. */
  from: string;
  to: string;
}

interface FigureProps {
  label: string;
  value: number;
  /** The lines that it is the sum of, as `linesPath`. */
  lines?: string;
  /** The highlighted figure of the row. */
  main?: boolean;
  children?: ReactNode;
}

/** The address of a filter's lines. */
export const linesPath = (filter: Readonly<Record<string, string>>): string =>
  `/model/earning?${new URLSearchParams(filter).toString()}#${LINES_ID}`;

/** An amount that opens the lines it is the sum of. */
const Sum = ({ value, lines, label, className }: { value: number; lines: string | undefined; label: string; className: string }) => {
  const t = useText();
  const money = useFormat().money(value);
  if (!lines) return <span className={className}>{money}</span>;
  return (
    <Link to={lines} className={classes(className, styles.sumLink)} aria-label={`${money}: ${t('model.showLines', { what: label })}`}>
      {money}
    </Link>
  );
};

/** An amount of money with an explanation below. */
export const Figure = ({ label, value, lines, main, children }: FigureProps) => {
  return (
    <Card pad="lg" {...(main ? { beam: 'cone' as const } : {})}>
      <div className={styles.tile}>
        <span className={type.label}>{label}</span>
        <Sum value={value} lines={lines} label={label} className={classes(type.num, main ? styles.big : styles.middle)} />
        {children ? <span className={classes(type.small, type.quiet)}>{children}</span> : null}
      </div>
    </Card>
  );
};

/** Available, pending, and the earnings of the period; each opens its lines. */
export const Balances = ({ stats, from, to, children }: PeriodProps & { children?: ReactNode }) => {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.top}>
      <Figure label={t('model.available')} value={stats.available} lines={linesPath({ state: 'available' })} main>
        {stats.available < 0 ? <span className={styles.owed}>{t('model.belowZero')} </span> : null}
        {children}
      </Figure>
      <Figure label={t('model.pending')} value={stats.pending} lines={linesPath({ state: 'pending' })}>
        {stats.holdDays > 0 ? t('model.pendingText', { count: stats.holdDays }) : t('model.pendingDelivery')}
      </Figure>
      <Figure label={t('model.lastDays', { count: stats.byDay.length })} value={stats.total.net} lines={linesPath({ from, to })}>
        {t('model.afterCommission', { count: stats.total.lines })}
        {stats.total.own > 0 ? (
          <>
            <br />
            {t('model.paidToOwnText', { gross: format.money(stats.total.own) })}
          </>
        ) : null}
      </Figure>
    </div>
  );
};

/** What each source brought in the period; each opens its lines. */
export const Sources = ({ stats, from, to }: PeriodProps) => {
  const t = useText();
  return (
    <Card pad="lg">
      <CardHead title={t('model.bySource')} />
      <dl className={styles.bySource}>
        {stats.bySource.map(({ source, net }) => (
          <div key={source}>
            <dt className={classes(type.small, type.quiet)}>{t(`model.source.${source}`)}</dt>
            <dd>
              <Sum
                value={net}
                lines={linesPath({ source, from, to })}
                label={t(`model.source.${source}`)}
                className={classes(type.num, type.s20)}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

/** The top supporters of the period. */
export const TopFans = ({ stats }: { stats: EarningStats }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Card pad="lg">
      <CardHead title={t('model.topFans')} />
      {stats.topFans.length === 0 ? <p className={classes(type.small, type.faint)}>{t('model.nothingYet')}</p> : null}
      {stats.topFans.map(({ fan, net }) =>
        fan ? (
          <CardLine key={fan._id}>
            <Avatar src={fan.avatar} size={36} />
            <span className={classes(type.small, type.strong, type.clip)}>
              <bdi>{fan.name}</bdi>
            </span>
            <Link
              to={linesPath({ fan: fan._id })}
              className={classes(type.num, styles.end, styles.open)}
              aria-label={`${format.money(net)}: ${t('model.showLines', { what: fan.name })}`}
            >
              {format.money(net)}
            </Link>
          </CardLine>
        ) : null,
      )}
    </Card>
  );
};

/** The title of an item, linked to its page where its kind has one. */
const ItemTitle = ({ item }: { item: EarningStats['topItems'][number]['item'] }) => {
  const title = useText()('model.untitled');
  const path = itemPage(item.kind, item.id);
  const className = classes(type.small, type.strong, type.clip);
  return path ? (
    <Link to={path} className={className}>
      {item.title || title}
    </Link>
  ) : (
    <span className={className}>{item.title || title}</span>
  );
};

/** The best-selling items of the period. */
export const TopItems = ({ stats }: { stats: EarningStats }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Card pad="lg">
      <CardHead title={t('model.topItems')} />
      {stats.topItems.length === 0 ? <p className={classes(type.small, type.faint)}>{t('model.nothingYet')}</p> : null}
      {stats.topItems.map(({ item, picture, net }) => (
        <CardLine key={item.id}>
          <span className={styles.itemPicture}>
            {picture ? (
              <img src={sourceFor(picture, 72)} alt="" loading="lazy" decoding="async" />
            ) : (
              <IconAlignLeft size={18} stroke={1.75} aria-hidden="true" />
            )}
          </span>
          <ItemTitle item={item} />
          <Link
            to={linesPath({ item: item.id })}
            className={classes(type.num, styles.end, styles.open)}
            aria-label={`${format.money(net)}: ${t('model.showLines', { what: item.title || t('model.untitled') })}`}
          >
            {format.money(net)}
          </Link>
        </CardLine>
      ))}
    </Card>
  );
};
