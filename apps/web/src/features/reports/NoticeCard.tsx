import type { SentNotice } from '@stagedoor/contract/takedowns';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Objection } from './Objection.tsx';
import styles from './reports.module.css';

const TONES = { open: 'info', upheld: 'ok', rejected: 'plain' } as const;

/** A takedown notice as its sender follows it. */
export const NoticeCard = ({ notice, onComplain }: { notice: SentNotice; onComplain: () => void }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Card pad="lg">
      <div className={styles.head}>
        <p className={styles.address}>{notice.url}</p>
        <Chip tone={TONES[notice.state]}>{t(`reports.is.${notice.state}`)}</Chip>
      </div>
      <p className={classes(type.small, type.quiet)}>
        {t(`takedowns.reason.${notice.reason}`)} · {format.date(notice.createdAt, 'dayYear')}
      </p>
      {notice.note && notice.complaint?.state !== 'upheld' ? (
        <p dir="auto" className={styles.words}>
          {notice.note}
        </p>
      ) : null}
      <Objection kind="complaint" sent={notice.complaint} until={notice.complainUntil} onBegin={onComplain} />
    </Card>
  );
};
