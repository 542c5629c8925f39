import { isolated } from '@stagedoor/contract/visible-text.values';
import type { AdminObjection } from '@stagedoor/contract/restrictions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { useData } from '../../../app/data.ts';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { ShownContents } from '../content/ShownContents.tsx';
import { DueTime } from '../frame/DueFact.tsx';
import { ActButton } from '../frame/ActButton.tsx';
import { ReasonField } from '../frame/ReasonField.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';

interface PaneProps {
  objection: AdminObjection;
  onBack: () => void;
}

const Decision = ({ objection, onBack }: PaneProps) => {
  const t = useText();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const act = (decision: 'upheld' | 'rejected') => ({
    input: { params: { id: objection._id }, body: { decision, note } },
    fields: ['note'],
    onDone: () => {
      toast(t('reports.decided'), { tone: 'ok' });
      onBack();
      void client.invalidateQueries({ queryKey: ['GET /admin/appeals'] });
    },
    children: (error: ApiError | null) => <ReasonField label={t('reports.note')} value={note} error={error} onChange={setNote} />,
  });
  const isAppeal = objection.kind === 'appeal';
  return (
    <div className={styles.act}>
      <ActButton
        {...act('upheld')}
        write="POST /admin/appeals/{id}/decide"
        kind={isAppeal ? 'gold' : 'bad'}
        grow
        label={t('admin.appeals.uphold')}
        title={t(isAppeal ? 'acts.appealUpholdTitle' : 'admin.appeals.upholdComplaintTitle')}
        text={t(isAppeal ? 'admin.appeals.upholdAppeal' : 'admin.appeals.upholdComplaint')}
        tone={isAppeal ? 'gold' : undefined}
      />
      <ActButton
        {...act('rejected')}
        write="POST /admin/appeals/{id}/decide"
        kind="outline"
        label={t('admin.appeals.reject')}
        title={t(isAppeal ? 'acts.appealRejectTitle' : 'acts.complaintRejectTitle')}
        text={t('admin.appeals.rejectText')}
        tone="gold"
      />
    </div>
  );
};

const Words = ({ title, words }: { title: string; words: string }) =>
  words === '' ? null : (
    <>
      <h3 className={classes(type.label, styles.wordsTitle)}>{title}</h3>
      <p dir="auto" className={styles.statement}>
        {words}
      </p>
    </>
  );

/** An appeal or a complaint, with the first decision, and its own. */
export const AppealPane = ({ objection, onBack }: PaneProps) => {
  const t = useText();
  const format = useFormat();
  const { object } = objection;
  const detail = useData('GET /admin/appeals/{id}', { params: { id: objection._id } });
  return (
    <Pane
      label={objection.reference}
      onBack={onBack}
      foot={objection.state === 'open' ? <Decision objection={objection} onBack={onBack} /> : null}
    >
      <PaneHead
        title={t(`restrictions.reason.${objection.reason}`)}
        line={`${objection.reference} · ${format.date(objection.createdAt, 'dayTime')}`}
      >
        <Chip tone="info">{t(`admin.appeals.kind.${objection.kind}`)}</Chip>
      </PaneHead>
      <p dir="auto" className={styles.statement}>
        {objection.text}
      </p>
      {object ? (
        <ShownContents
          query={detail}
          contents={detail.data?.contents}
          name={object.title || t(`reports.kind.${object.kind}`)}
          by={objection.by?.name ?? ''}
        />
      ) : null}
      <div className={styles.facts}>
        {object ? (
          <FactLine label={t('reports.about')}>
            {t(`reports.kind.${object.kind}`)}
            {object.title ? ` · ${isolated(object.title)}` : ''}
          </FactLine>
        ) : null}
        <FactLine label={t(objection.kind === 'appeal' ? 'admin.appeals.by' : 'admin.appeals.complaintBy')}>
          {objection.by ? <bdi>{objection.by.name}</bdi> : t('admin.appeals.visitor')}
        </FactLine>
        {objection.state === 'open' ? (
          <FactLine label={t('admin.clock.due')}>
            <DueTime dueAt={objection.dueAt} />
          </FactLine>
        ) : null}
        {objection.firstDecidedBy ? <FactLine label={t('admin.appeals.first')}>{objection.firstDecidedBy}</FactLine> : null}
        {objection.decidedAt ? (
          <FactLine label={t('admin.decided')}>
            {t(`reports.is.${objection.state}`)} · {objection.decidedBy} · {format.date(objection.decidedAt, 'dayTime')}
          </FactLine>
        ) : null}
      </div>
      <Words title={t('admin.appeals.firstReason')} words={objection.facts} />
      <Words title={t('admin.appeals.answer')} words={objection.note} />
      {object?.path ? (
        <div className={styles.filters}>
          <Button kind="lift" size="sm" to={object.path}>
            {t('reports.open')}
          </Button>
        </div>
      ) : null}
    </Pane>
  );
};
