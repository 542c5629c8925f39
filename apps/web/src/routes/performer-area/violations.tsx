import type { PerformerReport } from '@stagedoor/contract/reports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction, useListData } from '../../app/data.ts';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../features/reports/reports.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const LIMIT = 20;
const KEY = 'GET /performer/reports';
const TONES: Record<PerformerReport['state'], ChipTone> = { open: 'info', upheld: 'warn', rejected: 'plain' };

/** What was reported of a performer's, what was decided, and how to appeal. */
const Violations = () => {
  const t = useText();
  const { offset } = useListSearch();
  const [appealed, setAppealed] = useState<PerformerReport | null>(null);
  const reports = useListData(KEY, { query: { limit: LIMIT, offset } });
  return (
    <ListPage
      title={t('violations.title')}
      lead={t('violations.lead')}
      list={reports}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={3} />}
      empty={<Empty title={t('violations.none')} text={t('violations.noneText')} />}
      over={appealed ? <AppealSheet key={appealed._id} report={appealed} onClose={() => setAppealed(null)} /> : null}
    >
      {(rows) => (
        <div className={styles.rows}>
          {rows.map((report) => (
            <ReportCard key={report._id} report={report} onAppeal={() => setAppealed(report)} />
          ))}
        </div>
      )}
    </ListPage>
  );
};

const ReportCard = ({ report, onAppeal }: { report: PerformerReport; onAppeal: () => void }) => {
  const t = useText();
  const format = useFormat();
  const { object, appeal } = report;
  const title = object.title || t(`reports.kind.${object.kind}`);
  return (
    <Card pad="lg" as="article">
      <div className={styles.head}>
        <h2 className={type.heading}>{object.path && report.outcome !== 'takenDown' ? <Link to={object.path}>{title}</Link> : title}</h2>
        <Chip tone={TONES[report.state]}>{t(`reports.is.${report.state}`)}</Chip>
      </div>
      <p className={classes(type.small, type.quiet)}>
        {[
          t(`reports.kind.${object.kind}`),
          t(`takedowns.reason.${report.reason}`),
          format.date(report.createdAt, 'dayYear'),
          report.outcome ? t(`violations.outcome.${report.outcome}`) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {report.note ? <p className={styles.words}>{report.note}</p> : null}
      {appeal ? (
        <div className={styles.words}>
          <span className={type.label}>{t(`violations.appeal.${appeal.state}`)}</span>
          <p className={classes(type.small, type.quiet)}>{appeal.note || appeal.text}</p>
        </div>
      ) : null}
      {report.appealUntil ? (
        <div className={classes(styles.head, styles.words)}>
          <span className={classes(type.small, type.faint)}>
            {t('violations.appealUntil', { date: format.date(report.appealUntil, 'dayYear') })}
          </span>
          <Button kind="lift" size="sm" onClick={onAppeal}>
            {t('violations.appeal')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
};

const AppealSheet = ({ report, onClose }: { report: PerformerReport; onClose: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const send = useAction('POST /performer/reports/{id}/appeal');
  const [text, setText] = useState('');
  const press = async () => {
    if (!(await send.run({ params: { id: report._id }, body: { text } }))) return;
    toast(t('violations.appealed'), { tone: 'ok' });
    onClose();
    await client.invalidateQueries({ queryKey: [KEY] });
  };
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={send.busy}
      title={t('violations.appeal')}
      foot={
        <Button kind="gold" size="lg" wide busy={send.busy} onClick={() => void press()}>
          {t('violations.appealSend')}
        </Button>
      }
    >
      <TextArea
        label={t('violations.appealWhy')}
        rows={6}
        maxLength={2000}
        value={text}
        error={send.error?.fields['text']}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormError error={send.error} fields={['text']} />
    </Sheet>
  );
};

export default Violations;
