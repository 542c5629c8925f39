import { itemPath } from '@stagedoor/contract/items.values';
import type { TakedownNotice } from '@stagedoor/contract/takedowns';
import { useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { AudienceFact } from '../content/AudienceFact.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { ShownContents } from '../content/ShownContents.tsx';
import { NoticeDecision } from './NoticeDecision.tsx';
import { DueTime, HidingWords } from '../frame/DueFact.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';

/** A takedown notice with what it is about, and its decision. */
export const NoticePane = ({ notice, onBack }: { notice: TakedownNotice; onBack: () => void }) => {
  const t = useText();
  const format = useFormat();
  const me = useCurrentUser();
  const { target } = notice;
  const path = target ? itemPath(target.kind, target._id) : null;
  const shown = useData('GET /admin/content/{id}', { params: { id: target?._id ?? '' } }, { enabled: path !== null });
  return (
    <Pane
      label={notice.reference}
      onBack={onBack}
      foot={notice.state === 'open' ? <NoticeDecision notice={notice} isItem={path !== null} onBack={onBack} /> : null}
    >
      <PaneHead title={t(`takedowns.reason.${notice.reason}`)} line={`${notice.reference} · ${format.date(notice.createdAt, 'dayTime')}`}>
        {target ? <Chip tone={target.isDown ? 'plain' : 'warn'}>{t(target.isDown ? 'takedowns.isDown' : 'takedowns.isShown')}</Chip> : null}
      </PaneHead>
      <p dir="auto" className={styles.statement}>
        {notice.statement}
      </p>
      {target && path ? (
        <ShownContents query={shown} contents={shown.data} name={target.title || t(`reports.kind.${target.kind}`)} by={target.username} />
      ) : null}
      <div className={styles.facts}>
        {shown.data ? <AudienceFact item={shown.data} /> : null}
        <FactLine label={t('takedowns.about')}>{notice.url}</FactLine>
        <FactLine label={t('takedowns.from')}>
          {[notice.name, notice.email].filter(Boolean).join(' · ') || t('takedowns.nameless')}
        </FactLine>
        {notice.state === 'open' ? (
          <FactLine label={t('admin.clock.due')}>
            <DueTime dueAt={notice.dueAt} />
          </FactLine>
        ) : null}
        {notice.hiding ? (
          <FactLine label={t('people.state')}>
            <HidingWords hiding={notice.hiding} />
          </FactLine>
        ) : null}
        {notice.decidedAt ? (
          <FactLine label={t('admin.decided')}>
            {t(`takedowns.state.${notice.state}`)} · {notice.decidedBy} · {format.date(notice.decidedAt, 'dayTime')}
          </FactLine>
        ) : null}
      </div>
      {notice.decisionNote ? <p className={styles.statement}>{notice.decisionNote}</p> : null}
      <div className={styles.filters}>
        {target && path && !target.isDown ? (
          <Button kind="lift" size="sm" to={path}>
            {t('reports.open')}
          </Button>
        ) : null}
        {target?.kind === 'account' && me.permissions.includes('users') ? (
          <Button kind="lift" size="sm" to={`/admin/users?id=${target._id}`}>
            {t('takedowns.openAccount')}
          </Button>
        ) : null}
      </div>
    </Pane>
  );
};
