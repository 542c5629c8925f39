import type { AdminReport } from '@stagedoor/contract/reports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../app/api.ts';
import { useData, useListData } from '../../app/data.ts';
import { ActButton } from '../../features/admin/ActButton.tsx';
import { AudienceFact } from '../../features/admin/AudienceFact.tsx';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/ListFilters.tsx';
import { FactLine, Pane, PaneHead } from '../../features/admin/Pane.tsx';
import { ReasonField } from '../../features/admin/ReasonField.tsx';
import { ShownContents } from '../../features/admin/ShownContents.tsx';
import { QUEUE_LENGTH } from '../../features/admin/use-applications.ts';
import { useWhat } from '../../features/admin/use-what.ts';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import styles from '../../ui/admin/list-and-pane.module.css';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import type { Column } from '../../ui/table/column.ts';
import { useFormat } from '../../ui/format.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

const STATES = ['open', 'appealed', 'upheld', 'rejected'] as const;
const KEY = 'GET /admin/reports';

/** Reports by their age, and appeals: the list, with the selected one beside it. */
const Reports = () => {
  const t = useText();
  const { get, offset } = useListSearch();
  const state = STATES.find((known) => known === get('state')) ?? 'open';
  const reports = useListData(KEY, { query: { state, limit: QUEUE_LENGTH, offset } }, { refetchInterval: 30_000 });
  const columns: readonly Column<AdminReport>[] = [
    {
      key: 'what',
      narrow: 'main',
      title: t('reports.about'),
      cell: (row) => (
        <span className={styles.personWords}>
          <span className={classes(type.strong, styles.cut)}>{row.object.title || t(`reports.kind.${row.object.kind}`)}</span>
          <span className={classes(type.tiny, type.faint)}>
            {t(`reports.kind.${row.object.kind}`)} · {row.owner.name}
          </span>
        </span>
      ),
    },
    {
      key: 'reason',
      narrow: 'end',
      title: t('people.reason'),
      cell: (row) => <Chip tone={row.reason === 'underage' ? 'bad' : 'plain'}>{t(`takedowns.reason.${row.reason}`)}</Chip>,
    },
    {
      key: 'since',
      number: true,
      title: t(state === 'open' ? 'admin.applied' : 'admin.decided'),
      cell: (row) => <TimeAgo instant={row.decidedAt ?? row.createdAt} />,
    },
  ];
  return (
    <ListAndPane
      title={t('reports.queue')}
      head={<QueueStates states={STATES} state={state} text={(choice) => t(`reports.state.${choice}`)} counts={reports.data?.counts} />}
      list={reports}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: t('reports.none'), text: t('reports.noneText') }}
      pane={({ row, onBack }) => (row ? <Report key={row._id} report={row} onBack={onBack} /> : null)}
    />
  );
};

interface DecisionProps {
  report: AdminReport;
  onBack: () => void;
}

/** The reason typed so far, its field, and what follows a decision. */
const useDecision = ({ report, onBack }: DecisionProps) => {
  const t = useText();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  return {
    named: { what: useWhat()(report.object), name: report.owner.name, reporter: report.reporter.name },
    /** The input of a decision. */
    decided: (decision: 'upheld' | 'rejected') => ({ params: { id: report._id }, body: { decision, note } }),
    fieldOf: (optional: boolean) => (error: ApiError | null) => (
      <ReasonField
        label={t('reports.note')}
        hint={t('reports.noteHint')}
        optional={optional}
        value={note}
        error={error}
        onChange={setNote}
      />
    ),
    onDone: () => {
      toast(t('reports.decided'), { tone: 'ok' });
      onBack();
      void client.invalidateQueries({ queryKey: [KEY] });
    },
  };
};

const ReportDecision = (props: DecisionProps) => {
  const t = useText();
  const { named, decided, fieldOf, onDone } = useDecision(props);
  const { object, open } = props.report;
  const isAccount = object.kind === 'account';
  const others = open > 1 ? t('acts.reportOthers', { count: open - 1 }) : '';
  return (
    <div className={styles.act}>
      <ActButton
        kind="bad"
        grow
        write="POST /admin/reports/{id}/decide"
        input={decided('upheld')}
        label={t(isAccount ? 'reports.warn' : 'reports.uphold')}
        title={t(isAccount ? 'acts.reportWarnTitle' : 'acts.takeDownTitle')}
        text={`${t(isAccount ? 'acts.reportWarnText' : 'acts.reportDownText', named)} ${others}`}
        fields={['note']}
        onDone={onDone}
      >
        {fieldOf(true)}
      </ActButton>
      <ActButton
        kind="outline"
        write="POST /admin/reports/{id}/decide"
        input={decided('rejected')}
        label={t('reports.reject')}
        title={t('acts.reportRejectTitle')}
        text={t('acts.reportRejectText', named)}
        tone="gold"
        fields={['note']}
        onDone={onDone}
      >
        {fieldOf(false)}
      </ActButton>
    </div>
  );
};

const AppealDecision = (props: DecisionProps) => {
  const t = useText();
  const { named, decided, fieldOf, onDone } = useDecision(props);
  const { kind } = props.report.object;
  const isShownAgain = kind !== 'account' && kind !== 'message';
  return (
    <div className={styles.act}>
      <ActButton
        kind="bad"
        grow
        write="POST /admin/reports/{id}/decide-appeal"
        input={decided('upheld')}
        label={t('reports.appealUphold')}
        title={t('acts.appealUpholdTitle')}
        text={t(isShownAgain ? 'acts.appealUpholdText' : 'acts.appealUpholdOnlyText', named)}
        tone="gold"
        fields={['note']}
        onDone={onDone}
      >
        {fieldOf(false)}
      </ActButton>
      <ActButton
        kind="outline"
        write="POST /admin/reports/{id}/decide-appeal"
        input={decided('rejected')}
        label={t('reports.appealReject')}
        title={t('acts.appealRejectTitle')}
        text={t('acts.appealRejectText', named)}
        fields={['note']}
        onDone={onDone}
      >
        {fieldOf(false)}
      </ActButton>
    </div>
  );
};

const Report = ({ report, onBack }: { report: AdminReport; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const { object, appeal } = report;
  const detail = useData('GET /admin/reports/{id}', { params: { id: report._id } });
  return (
    <Pane
      label={report.reference}
      onBack={onBack}
      foot={
        appeal?.state === 'open' ? (
          <AppealDecision report={report} onBack={onBack} />
        ) : report.state === 'open' ? (
          <ReportDecision report={report} onBack={onBack} />
        ) : null
      }
    >
      <PaneHead title={t(`takedowns.reason.${report.reason}`)} line={`${report.reference} · ${format.date(report.createdAt, 'dayTime')}`}>
        <Chip tone={report.isDown ? 'plain' : 'warn'}>{t(report.isDown ? 'reports.isDown' : 'reports.isShown')}</Chip>
      </PaneHead>
      {report.text ? <p className={styles.statement}>{report.text}</p> : null}
      <ShownContents
        query={detail}
        contents={detail.data?.contents}
        name={object.title || t(`reports.kind.${object.kind}`)}
        by={report.owner.name}
      />
      <div className={styles.facts}>
        <FactLine label={t('reports.about')}>
          {t(`reports.kind.${object.kind}`)}
          {object.title ? ` · ${object.title}` : ''}
        </FactLine>
        {detail.data?.contents ? <AudienceFact item={detail.data.contents} /> : null}
        <FactLine label={t('reports.owner')}>{report.owner.name}</FactLine>
        <FactLine label={t('reports.from')}>{report.reporter.name}</FactLine>
        {report.open > 1 ? <FactLine label={t('reports.queue')}>{t('reports.openCount', { count: report.open })}</FactLine> : null}
        {report.decidedAt ? (
          <FactLine label={t('admin.decided')}>
            {t(`reports.is.${report.state}`)} · {report.decidedBy} · {format.date(report.decidedAt, 'dayTime')}
          </FactLine>
        ) : null}
      </div>
      {report.note ? <p className={styles.statement}>{report.note}</p> : null}
      {appeal ? (
        <>
          <h3 className={type.label}>{t('reports.appeal')}</h3>
          <p className={styles.statement}>{appeal.text}</p>
          {appeal.note ? <p className={styles.statement}>{appeal.note}</p> : null}
        </>
      ) : null}
      {object.path && !report.isDown ? (
        <div className={styles.filters}>
          <Button kind="lift" size="sm" to={object.path}>
            {t('reports.open')}
          </Button>
        </div>
      ) : null}
    </Pane>
  );
};

export default Reports;
