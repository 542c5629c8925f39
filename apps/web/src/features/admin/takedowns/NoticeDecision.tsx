import type { TakedownNotice } from '@stagedoor/contract/takedowns';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { ActButton } from '../frame/ActButton.tsx';
import { ReasonField } from '../frame/ReasonField.tsx';
import { useWhat } from '../frame/use-what.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

interface NoticeDecisionProps {
  notice: TakedownNotice;
  /** Upholding it hides an item. */
  isItem: boolean;
  onBack: () => void;
}

/** Upholds or rejects a notice, with a note. */
export const NoticeDecision = ({ notice, isItem, onBack }: NoticeDecisionProps) => {
  const t = useText();
  const client = useQueryClient();
  const whatOf = useWhat();
  const [note, setNote] = useState('');
  const { target, name, email } = notice;
  const named = { what: target ? whatOf(target) : notice.url, name: target ? `@${target.username}` : '' };
  const told = email ? t('acts.senderTold', { name: name || email }) : t('acts.senderUnknown');
  const act = (decision: 'upheld' | 'rejected') => ({
    input: { params: { id: notice._id }, body: { decision, note } },
    fields: ['note'],
    onDone: () => {
      toast(t(`takedowns.toast.${decision}`), { tone: 'ok' });
      onBack();
      void client.invalidateQueries({ queryKey: ['GET /admin/takedowns'] });
    },
    children: (error: ApiError | null) => (
      <ReasonField label={t('takedowns.note')} optional={decision === 'upheld'} value={note} error={error} onChange={setNote} />
    ),
  });
  return (
    <div className={styles.act}>
      <ActButton
        {...act('upheld')}
        kind="bad"
        grow
        write="POST /admin/takedowns/{id}/decide"
        label={t(isItem ? 'takedowns.takeDown' : 'takedowns.uphold')}
        title={t(isItem ? 'acts.takeDownTitle' : 'acts.noticeUpholdTitle')}
        text={`${isItem ? t('acts.takeDownText', named) : t('acts.noticeUpholdText')} ${told}`}
      />
      <ActButton
        {...act('rejected')}
        kind="outline"
        write="POST /admin/takedowns/{id}/decide"
        label={t('takedowns.reject')}
        title={t('acts.noticeRejectTitle')}
        text={`${t('acts.noticeRejectText', named)} ${told}`}
        tone="gold"
      />
    </div>
  );
};
