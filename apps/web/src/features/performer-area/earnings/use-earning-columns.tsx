import type { EarningLine } from '@stagedoor/contract/earnings';
import { Amount, Money } from '../../../ui/Amount.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './earnings.module.css';

/** A line that took from what is available, or gave back. */
const isPayout = ({ kind }: EarningLine): boolean => kind.startsWith('payout');

/** The columns of earning lines. @param only narrows the list to a fan or an item */
export const useEarningColumns = (only: (values: Readonly<Record<string, string | null>>) => void): readonly Column<EarningLine>[] => {
  const t = useText();
  const format = useFormat();
  return [
    { key: 'when', title: t('model.line.when'), cell: (line) => format.date(line.createdAt, 'dayTime') },
    {
      key: 'what',
      narrow: 'main',
      title: t('model.line.what'),
      cell: (line) => (
        <span className={styles.words}>
          <span className={type.strong}>{t(`movement.${line.kind}`)}</span>
          {line.item ? (
            <button
              type="button"
              className={classes(styles.open, type.tiny, type.faint, type.clip)}
              onClick={() => only({ item: line.item?.id ?? null })}
            >
              {line.item.title || t('model.untitled')}
            </button>
          ) : null}
          {line.message ? (
            <q dir="auto" className={classes(type.small, type.quiet)}>
              {line.message}
            </q>
          ) : null}
        </span>
      ),
    },
    {
      key: 'fan',
      title: t('model.line.fan'),
      cell: (line) =>
        line.fan ? (
          <button type="button" className={styles.open} onClick={() => only({ fan: line.fan?._id ?? null })}>
            <bdi>{line.fan.name}</bdi>
          </button>
        ) : (
          ''
        ),
    },
    {
      key: 'gross',
      title: t('model.line.gross'),
      number: true,
      // A payout isn't paid by a fan, and the site keeps nothing of it.
      cell: (line) =>
        isPayout(line) ? '' : line.tokens === null ? <Money value={line.gross} /> : <Amount tokens={line.tokens} money={line.gross} />,
    },
    {
      key: 'commission',
      title: t('model.line.commission'),
      number: true,
      // A refunded line also returns the site's commission.
      cell: (line) =>
        isPayout(line)
          ? ''
          : `${line.commission < 0 ? '+' : '−'}${format.money(Math.abs(line.commission))} (${format.percent(line.commissionPercent)})`,
    },
    {
      key: 'net',
      title: t('model.line.net'),
      number: true,
      narrow: 'end',
      cell: (line) => <b className={type.num}>{format.money(line.net)}</b>,
    },
    {
      key: 'state',
      title: t('model.line.state'),
      number: true,
      cell: (line) =>
        line.receiver === 'performer'
          ? t('model.line.own')
          : line.state === 'available'
            ? t('model.line.available')
            : line.availableAt
              ? t('model.line.pending', { date: format.date(line.availableAt) })
              : t('model.line.undelivered'),
    },
  ];
};
