import type { AdminPayout } from '@stagedoor/contract/admin-payouts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Decision } from '../admin/Review.tsx';
import styles from './payouts-admin.module.css';

type Done = (said: string) => void;

interface ReasonProps {
  label: string;
  hint: string;
  value: string;
  missing: boolean;
  onChange: (value: string) => void;
}

const Reason = ({ label, hint, value, missing, onChange }: ReasonProps) => {
  const t = useText();
  return (
    <TextField
      label={label}
      hint={hint}
      maxLength={300}
      value={value}
      error={missing ? t('payoutAdmin.reasonMissing') : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

const useReason = () => {
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState(false);
  return {
    value,
    missing,
    onChange: (next: string) => {
      setMissing(false);
      setValue(next);
    },
    /** The reason; when it is missing the field says so. */
    given: (): string | undefined => {
      if (value.trim() !== '') return value;
      setMissing(true);
      return undefined;
    },
  };
};

/** Approve or reject what waits. */
const Waiting = ({ id, onDone }: { id: string; onDone: Done }) => {
  const t = useText();
  const approve = useAction('POST /admin/payouts/{id}/approve');
  const reject = useAction('POST /admin/payouts/{id}/reject');
  const { given, ...reason } = useReason();
  const onApprove = async () => {
    if (await approve.run({ params: { id } })) onDone(t('payoutAdmin.approved'));
  };
  const onReject = async () => {
    const text = given();
    if (text && (await reject.run({ params: { id }, body: { reason: text } }))) onDone(t('payoutAdmin.rejected'));
  };
  return (
    <Decision approve={approve} reject={reject} onApprove={onApprove} onReject={onReject}>
      <Reason label={t('payoutAdmin.reason')} hint={t('payoutAdmin.reasonHint')} {...reason} />
    </Decision>
  );
};

/** Pay what is approved, outside the site, and mark it; or reject it after all. */
const Approved = ({ id, onDone }: { id: string; onDone: Done }) => {
  const t = useText();
  const pay = useAction('POST /admin/payouts/{id}/pay');
  const reject = useAction('POST /admin/payouts/{id}/reject');
  const [reference, setReference] = useState('');
  const { given, ...reason } = useReason();
  const [isRejecting, setRejecting] = useState(false);
  const onPay = async () => {
    if (await pay.run({ params: { id }, body: { paymentReference: reference } })) onDone(t('payoutAdmin.paid'));
  };
  const onReject = async () => {
    if (!isRejecting) {
      setRejecting(true);
      return;
    }
    const text = given();
    if (text && (await reject.run({ params: { id }, body: { reason: text } }))) onDone(t('payoutAdmin.rejected'));
  };
  return (
    <div className={styles.foot}>
      {isRejecting ? (
        <Reason label={t('payoutAdmin.reason')} hint={t('payoutAdmin.reasonHint')} {...reason} />
      ) : (
        <TextField
          label={t('payouts.paymentReference')}
          optional
          hint={t('payoutAdmin.payHint')}
          maxLength={140}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      )}
      <FormError error={pay.error ?? reject.error} fields={['reason']} />
      <div className={styles.acts}>
        {isRejecting ? (
          <Button kind="text" onClick={() => setRejecting(false)}>
            {t('payoutAdmin.back')}
          </Button>
        ) : (
          <Button kind="gold" grow busy={pay.busy} onClick={() => void onPay()}>
            {t('payoutAdmin.pay')}
          </Button>
        )}
        <Button kind="bad" busy={reject.busy} onClick={() => void onReject()}>
          {t('admin.refuse')}
        </Button>
      </div>
    </div>
  );
};

/** Download the statement of what was paid; mark it as returned. */
const Paid = ({ payout, onDone }: { payout: AdminPayout; onDone: Done }) => {
  const t = useText();
  const back = useAction('POST /admin/payouts/{id}/return');
  const { given, ...reason } = useReason();
  const [isReturning, setReturning] = useState(false);
  const onReturn = async () => {
    if (!isReturning) {
      setReturning(true);
      return;
    }
    const text = given();
    if (text && (await back.run({ params: { id: payout._id }, body: { reason: text } }))) onDone(t('payoutAdmin.returned'));
  };
  return (
    <div className={styles.foot}>
      {isReturning ? <Reason label={t('payoutAdmin.returnReason')} hint={t('payoutAdmin.reasonHint')} {...reason} /> : null}
      <FormError error={back.error} fields={['reason']} />
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
        <Button kind="bad" grow busy={back.busy} onClick={() => void onReturn()}>
          {t('payoutAdmin.return')}
        </Button>
      </div>
    </div>
  );
};

/** What can be done with a payout in its state. */
export const payoutFoot = (payout: AdminPayout, onChanged: () => void) => {
  const onDone: Done = (said) => {
    toast(said, { tone: 'ok' });
    onChanged();
  };
  if (payout.state === 'pending') return <Waiting key="pending" id={payout._id} onDone={onDone} />;
  if (payout.state === 'approved' && !payout.batch) return <Approved key="approved" id={payout._id} onDone={onDone} />;
  if (payout.state === 'paid') return <Paid key="paid" payout={payout} onDone={onDone} />;
  return null;
};
