import type { AdminPayout } from '@stagedoor/contract/admin-payouts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ApiError } from '../../../app/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { AskedAct } from '../frame/ActButton.tsx';
import { ReasonField } from '../frame/ReasonField.tsx';
import { Decision } from '../frame/Review.tsx';
import { STALE } from './payout-stale.ts';
import styles from './payouts.module.css';

interface FootProps {
  payout: AdminPayout;
  onDone: (said: string) => void;
  /** The payout isn't as it was shown. */
  onStale: () => void;
}

type Asked = 'approve' | 'pay' | 'reject' | 'return';

/**
 * The questions about a payout. A refusal because it changed closes the question, so that the pane shows what changed; the next question
 * is about the new version.
 */
const useQuestions = ({ payout, onDone, onStale }: FootProps) => {
  const t = useText();
  const format = useFormat();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [reason, setReason] = useState('');
  const { _id: id, version, method, destination, reference } = payout;
  const input = { params: { id }, body: { version } };
  const named = {
    name: payout.performer.name,
    reference,
    to: `${t(`payouts.method.${method}`)} ${destination}`,
    money: format.money(payout.net),
  };
  /** The parts that every question has; `said` is reported when the act was done. */
  const question = (of: Asked, said: string) => ({
    opened: asked === of,
    onClose: () => setAsked(null),
    onDone: () => onDone(said),
    onRefused: (error: ApiError) => {
      if (!STALE.includes(error.code)) return;
      setAsked(null);
      setProblem(error);
      onStale();
    },
  });
  /** The parts of a question in which the admin gives the performer a reason. */
  const reasoned = (of: Asked, said: string, label: string) => ({
    ...question(of, said),
    input: { ...input, body: { version, reason } },
    text: t('acts.payoutBackText', { ...named, money: format.money(payout.amount) }),
    fields: ['reason'],
    children: (error: ApiError | null) => (
      <ReasonField
        label={label}
        hint={t('payoutAdmin.reasonHint')}
        maxLength={300}
        name="reason"
        value={reason}
        error={error}
        onChange={setReason}
      />
    ),
  });
  const ask = (of: Asked) => {
    setProblem(null);
    setAsked(of);
  };
  return { named, input, problem, question, reasoned, ask };
};

type Questions = ReturnType<typeof useQuestions>;

const RejectQuestion = ({ reasoned, named }: Pick<Questions, 'reasoned' | 'named'>) => {
  const t = useText();
  return (
    <AskedAct
      {...reasoned('reject', t('payoutAdmin.rejected'), t('payoutAdmin.rejectReason'))}
      write="POST /admin/payouts/{id}/reject"
      title={t('acts.payoutRejectTitle', named)}
      act={t('admin.refuse')}
    />
  );
};

/** Approve or reject what waits. */
const Waiting = (props: FootProps) => {
  const t = useText();
  const format = useFormat();
  const { heldUntil, frozen } = props.payout;
  const { named, input, problem, question, reasoned, ask } = useQuestions(props);
  return (
    <div className={styles.foot}>
      <FormError error={problem} fields={[]} />
      <Decision
        onApprove={() => ask('approve')}
        onReject={() => ask('reject')}
        blocked={
          frozen
            ? t('payoutAdmin.approveReleased')
            : heldUntil
              ? t('payoutAdmin.approveFrom', { date: format.date(heldUntil, 'dayTime') })
              : undefined
        }
      />
      <AskedAct
        {...question('approve', t('payoutAdmin.approved'))}
        write="POST /admin/payouts/{id}/approve"
        input={input}
        title={t('acts.payoutApproveTitle', named)}
        text={t('acts.payoutApproveText', named)}
        act={t('admin.approve')}
        tone="gold"
      />
      <RejectQuestion reasoned={reasoned} named={named} />
    </div>
  );
};

/** Pay what is approved, outside the site, and mark it; or reject it after all. */
const Approved = (props: FootProps) => {
  const t = useText();
  const { heldUntil, frozen, version } = props.payout;
  const { named, input, problem, question, reasoned, ask } = useQuestions(props);
  const [reference, setReference] = useState('');
  return (
    <div className={styles.foot}>
      <FormError error={problem} fields={[]} />
      <div className={styles.acts}>
        <Button kind="gold" grow disabled={heldUntil !== null || frozen !== null} onClick={() => ask('pay')}>
          {t('payoutAdmin.pay')}
        </Button>
        <Button kind="bad" onClick={() => ask('reject')}>
          {t('admin.refuse')}
        </Button>
      </div>
      <AskedAct
        {...question('pay', t('payoutAdmin.paid'))}
        write="POST /admin/payouts/{id}/pay"
        input={{ ...input, body: { version, paymentReference: reference } }}
        title={t('acts.payoutPayTitle', named)}
        text={t('acts.payoutPayText', named)}
        act={t('payoutAdmin.pay')}
        tone="gold"
        fields={['paymentReference']}
      >
        {(error) => (
          <TextField
            label={t('payouts.paymentReference')}
            optional
            hint={t('payoutAdmin.payHint')}
            maxLength={140}
            value={reference}
            error={error?.fields['paymentReference']}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
        )}
      </AskedAct>
      <RejectQuestion reasoned={reasoned} named={named} />
    </div>
  );
};

/** Download the statement of what was paid; mark it as returned. */
const Paid = (props: FootProps) => {
  const t = useText();
  const { payout } = props;
  const { named, problem, reasoned, ask } = useQuestions(props);
  return (
    <div className={styles.foot}>
      <FormError error={problem} fields={[]} />
      <div className={styles.acts}>
        <Button
          kind="outline"
          grow
          href={`/api/admin/payouts/${payout._id}/statement`}
          download={`${payout.reference}.json`}
          icon={<IconDownload size={20} stroke={1.75} />}
        >
          {t('payouts.statement')}
        </Button>
        <Button kind="bad" grow onClick={() => ask('return')}>
          {t('payoutAdmin.return')}
        </Button>
      </div>
      <AskedAct
        {...reasoned('return', t('payoutAdmin.returned'), t('payoutAdmin.returnReason'))}
        write="POST /admin/payouts/{id}/return"
        title={t('acts.payoutReturnTitle', named)}
        act={t('payoutAdmin.return')}
      />
    </div>
  );
};

/** What can be done with a payout in its state. */
export const payoutFoot = (payout: AdminPayout, onChanged: () => void, onStale: () => void) => {
  const props: FootProps = {
    payout,
    onDone: (said) => {
      toast(said, { tone: 'ok' });
      onChanged();
    },
    onStale,
  };
  if (payout.state === 'pending') return <Waiting key="pending" {...props} />;
  if (payout.state === 'approved' && !payout.batch) return <Approved key="approved" {...props} />;
  if (payout.state === 'paid') return <Paid key="paid" {...props} />;
  return null;
};
