import type { AdminPayout } from '@stagedoor/contract/admin-payouts';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../app/api.ts';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Decision } from '../admin/Review.tsx';
import styles from './payouts-admin.module.css';

interface FootProps {
  payout: AdminPayout;
  onDone: (said: string) => void;
  /** The payout isn't as it was shown. */
  onStale: () => void;
}

const STALE = ['PAYOUT_CHANGED', 'PAYOUT_STATE', 'PAYOUT_HELD', 'PAYOUT_FROZEN', 'NOT_FOUND'];

/** Calls back once for each refusal of a decision that was made on an outdated view. */
export const useWhenStale = (error: ApiError | null, onStale: () => void): void => {
  const latest = useRef(onStale);
  useEffect(() => {
    latest.current = onStale;
  });
  useEffect(() => {
    if (error && STALE.includes(error.code)) latest.current();
  }, [error]);
};

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
const Waiting = ({ payout: { _id: id, version, heldUntil, frozen }, onDone, onStale }: FootProps) => {
  const t = useText();
  const format = useFormat();
  const approve = useAction('POST /admin/payouts/{id}/approve');
  const reject = useAction('POST /admin/payouts/{id}/reject');
  const { given, ...reason } = useReason();
  useWhenStale(approve.error ?? reject.error, onStale);
  const onApprove = async () => {
    if (await approve.run({ params: { id }, body: { version } })) onDone(t('payoutAdmin.approved'));
  };
  const onReject = async () => {
    const text = given();
    if (text && (await reject.run({ params: { id }, body: { version, reason: text } }))) onDone(t('payoutAdmin.rejected'));
  };
  return (
    <Decision
      approve={approve}
      reject={reject}
      onApprove={onApprove}
      onReject={onReject}
      blocked={
        frozen
          ? t('payoutAdmin.approveReleased')
          : heldUntil
            ? t('payoutAdmin.approveFrom', { date: format.date(heldUntil, 'dayTime') })
            : undefined
      }
    >
      <Reason label={t('payoutAdmin.reason')} hint={t('payoutAdmin.reasonHint')} {...reason} />
    </Decision>
  );
};

/** Pay what is approved, outside the site, and mark it; or reject it after all. */
const Approved = ({ payout: { _id: id, version, heldUntil, frozen }, onDone, onStale }: FootProps) => {
  const t = useText();
  const pay = useAction('POST /admin/payouts/{id}/pay');
  const reject = useAction('POST /admin/payouts/{id}/reject');
  const [reference, setReference] = useState('');
  const { given, ...reason } = useReason();
  const [isRejecting, setRejecting] = useState(false);
  useWhenStale(pay.error ?? reject.error, onStale);
  const onPay = async () => {
    if (await pay.run({ params: { id }, body: { version, paymentReference: reference } })) onDone(t('payoutAdmin.paid'));
  };
  const onReject = async () => {
    if (!isRejecting) {
      setRejecting(true);
      return;
    }
    const text = given();
    if (text && (await reject.run({ params: { id }, body: { version, reason: text } }))) onDone(t('payoutAdmin.rejected'));
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
          <Button kind="gold" grow busy={pay.busy} disabled={heldUntil !== null || frozen !== null} onClick={() => void onPay()}>
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
const Paid = ({ payout, onDone, onStale }: FootProps) => {
  const t = useText();
  const back = useAction('POST /admin/payouts/{id}/return');
  const { given, ...reason } = useReason();
  const [isReturning, setReturning] = useState(false);
  useWhenStale(back.error, onStale);
  const onReturn = async () => {
    if (!isReturning) {
      setReturning(true);
      return;
    }
    const text = given();
    if (text && (await back.run({ params: { id: payout._id }, body: { version: payout.version, reason: text } })))
      onDone(t('payoutAdmin.returned'));
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
