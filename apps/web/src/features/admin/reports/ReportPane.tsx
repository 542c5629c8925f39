import { isolated } from '@stagedoor/contract/visible-text.values';
import type { AdminReport } from '@stagedoor/contract/reports';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { useData } from '../../../app/data.ts';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { DueTime, HidingWords } from '../frame/DueFact.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { ActButton } from '../frame/ActButton.tsx';
import { AudienceFact } from '../content/AudienceFact.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { ShowStills } from '../live/ShowStills.tsx';
import { ReasonField } from '../frame/ReasonField.tsx';
import { ShownContents } from '../content/ShownContents.tsx';
import { useWhat } from '../frame/use-what.ts';

const LIST = 'GET /admin/reports';

interface DecisionProps {
  report: AdminReport;
  onBack: () => void;
}

/** The reason typed so far, its field, and what follows a decision. */
const useDecision = ({ report, onBack }: DecisionProps) => {
  const t = useText();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const named = { what: useWhat()(report.object), name: report.owner.name, reporter: report.reporter.name };
  return {
    named,
    /** The input of a decision. */
    decided: (decision: 'upheld' | 'rejected') => ({ params: { id: report._id }, body: { decision, note } }),
    fieldOf: (optional: boolean) => (error: ApiError | null) => (
      <ReasonField
        label={t('reports.note')}
        hint={t(report.appeal?.state === 'open' ? 'reports.appealNoteHint' : 'reports.noteHint', named)}
        optional={optional}
        value={note}
        error={error}
        onChange={setNote}
      />
    ),
    onDone: () => {
      toast(t('reports.decided'), { tone: 'ok' });
      onBack();
      void client.invalidateQueries({ queryKey: [LIST] });
    },
  };
};

const ReportDecision = (props: DecisionProps) => {
  const t = useText();
  const { named, decided, fieldOf, onDone } = useDecision(props);
  const { object, open, isDown } = props.report;
  const isAccount = object.kind === 'account';
  const isShow = object.kind === 'stream';
  const others = open > 1 ? t('acts.reportOthers', { count: open - 1 }) : '';
  return (
    <div className={styles.act}>
      <ActButton
        kind="bad"
        grow
        write="POST /admin/reports/{id}/decide"
        input={decided('upheld')}
        label={t(isAccount || isShow ? 'reports.warn' : 'reports.uphold')}
        title={t(isAccount || isShow ? 'acts.reportWarnTitle' : 'acts.takeDownTitle')}
        text={`${t(isAccount ? 'acts.reportWarnText' : isShow ? 'acts.reportStopText' : 'acts.reportDownText', named)} ${others}`}
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
        text={t(isDown && !isShow ? 'acts.reportRejectHiddenText' : 'acts.reportRejectText', named)}
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
  const isShownAgain = kind !== 'account' && kind !== 'stream';
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

/** One report, with what it is about, and its decision. */
export const ReportPane = ({ report, onBack }: { report: AdminReport; onBack: () => void }) => {
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
      {report.text ? (
        <p dir="auto" className={styles.statement}>
          {report.text}
        </p>
      ) : null}
      <ShownContents
        query={detail}
        contents={detail.data?.contents}
        name={object.title || t(`reports.kind.${object.kind}`)}
        by={report.owner.name}
      />
      {object.kind === 'stream' ? (
        <ShowStills showId={object._id} name={report.owner.name} at={report.createdAt} title={t('wall.stillsAround')} />
      ) : null}
      <div className={styles.facts}>
        <FactLine label={t('reports.about')}>
          {t(`reports.kind.${object.kind}`)}
          {object.title ? ` · ${isolated(object.title)}` : ''}
        </FactLine>
        {detail.data?.contents ? <AudienceFact item={detail.data.contents} /> : null}
        <FactLine label={t('reports.owner')}>
          <bdi>{report.owner.name}</bdi>
        </FactLine>
        <FactLine label={t('reports.from')}>
          <bdi>{report.reporter.name}</bdi>
        </FactLine>
        {report.open > 1 ? <FactLine label={t('reports.queue')}>{t('reports.openCount', { count: report.open })}</FactLine> : null}
        {report.state === 'open' ? (
          <FactLine label={t('admin.clock.due')}>
            <DueTime dueAt={report.dueAt} />
          </FactLine>
        ) : null}
        {report.hiding ? (
          <FactLine label={t('people.state')}>
            <HidingWords hiding={report.hiding} />
          </FactLine>
        ) : null}
        {report.decidedAt ? (
          <FactLine label={t('admin.decided')}>
            {t(`reports.is.${report.state}`)} · {report.decidedBy} · {format.date(report.decidedAt, 'dayTime')}
          </FactLine>
        ) : null}
      </div>
      {report.note ? (
        <p dir="auto" className={styles.statement}>
          {report.note}
        </p>
      ) : null}
      {appeal ? (
        <>
          <h3 className={type.label}>{t('reports.appeal')}</h3>
          <p dir="auto" className={styles.statement}>
            {appeal.text}
          </p>
          {appeal.note ? (
            <p dir="auto" className={styles.statement}>
              {appeal.note}
            </p>
          ) : null}
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
