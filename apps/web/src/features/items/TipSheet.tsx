import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAction } from '../../app/data.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { useSettings } from '../../app/boot.tsx';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { TextField } from '../../ui/Field.tsx';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import { TokenField } from '../../ui/TokenField.tsx';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { missingFor } from '../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import { CheckoutFooter } from '../checkout/CheckoutFooter.tsx';
import { PayTicket } from '../checkout/PayTicket.tsx';
import { saveMessage, withPurchase } from '../checkout/interrupted-purchase.ts';
import { CutSheet, isCut } from './CutSheet.tsx';
import { moneyCalls, targetOf, type TippedItem } from './item-calls.ts';
import styles from './sheets.module.css';

interface TipSheetProps {
  performer: { _id: string; name: string; username: string; avatar: string };
  /** What the tip is for. */
  item?: TippedItem | undefined;
  /** The show it is given in. */
  streamId?: string;
  /** Initial amount and message. */
  amount?: string;
  words?: string;
  /** The show it is given in has ended. */
  isOver?: boolean;
  onClose: () => void;
}

const QUICK = ['2', '5', '10', '25'] as const;

/** The performer who is tipped, and the caller's balance; the username where nobody is signed in. */
const TipHead = ({ performer, balance }: Pick<TipSheetProps, 'performer'> & { balance: number | null }) => {
  const t = useText();
  return (
    <div className={styles.who}>
      <Avatar src={performer.avatar} />
      <span className={type.small}>
        {balance === null ? (
          `@${performer.username}`
        ) : (
          <>
            {t('checkout.wallet')} <Amount tokens={balance} />
          </>
        )}
      </span>
    </div>
  );
};

/** The amount of a tip: one of four, or another that is typed. */
const TipAmount = ({
  label,
  choice,
  other,
  bounds,
  isValid,
  onChoose,
  onType,
}: {
  label: string;
  choice: string;
  other: string;
  /** Says the least and the most. */
  bounds: string;
  isValid: boolean;
  onChoose: (value: string) => void;
  onType: (value: string) => void;
}) => {
  const t = useText();
  return (
    <>
      <OptionCards
        columns
        dense
        label={label}
        name="tip"
        value={other ? '' : choice}
        onChange={onChoose}
        options={QUICK.map((value) => ({
          value: value as string,
          body: <Amount tokens={Number(value)} trim stacked className={styles.price} />,
        }))}
      />
      <TokenField
        label={t('tip.amount')}
        optional
        value={other}
        hint={bounds}
        onChange={(event) => onType(event.currentTarget.value)}
        error={other && !isValid ? bounds : undefined}
      />
    </>
  );
};

/** A tip from the wallet: an amount, a message, one press. */
export const TipSheet = ({ performer, item, streamId, amount: wanted = '5', words = '', isOver = false, onClose }: TipSheetProps) => {
  const t = useText();
  const written = useAmountText();
  const user = useSession();
  const address = useLocation();
  const store = useSessionStore();
  const { tipMinimum = 1, tipMaximum = 500 } = useSettings();
  const tip = useAction('POST /payment-wallet/send-tip-wallet/{id}');
  const tipItem = useAction(moneyCalls.walletTip(item?.kind ?? 'feed'));
  const [choice, setChoice] = useState<string>(wanted);
  const [other, setOther] = useState(QUICK.some((amount) => amount === wanted) ? '' : wanted);
  const [message, setMessage] = useState(words);
  const [toppingUp, setToppingUp] = useState(false);
  const amount = Number((other || choice).replace(',', '.'));
  const valid = Number.isFinite(amount) && amount >= tipMinimum && amount <= tipMaximum;
  const missing = user && valid ? missingFor(amount, user.balance) : 0;
  const bounds = t('wallet.customHint', { minimum: written(tipMinimum, { trim: true }), maximum: written(tipMaximum, { trim: true }) });
  const action = item ? tipItem : tip;
  const send = async () => {
    if (missing > 0) {
      saveMessage(message);
      return setToppingUp(true);
    }
    const body = { amount: String(amount), message };
    const paid = item
      ? await tipItem.run({ body: { ...body, ...targetOf(item) } })
      : await tip.run({ params: { id: performer._id }, body: { ...body, streamId } });
    if (!paid) return;
    store.update({ balance: paid.balance });
    toast(t('tip.sent', { name: performer.name }), { tone: 'ok' });
    onClose();
  };
  const back = withPurchase(address, {
    kind: 'tip',
    performer: performer.username,
    item: item ? { kind: item.kind, _id: item._id } : null,
    stream: streamId ?? null,
    amount: String(amount),
  });
  if (isCut(isOver, action)) return <CutSheet title={t('tip.title', { name: performer.name })} onClose={onClose} />;
  if (toppingUp) {
    return <TopUpSheet needed={amount} returnTo={back} onClose={onClose} />;
  }
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={action.busy}
      title={t('tip.title', { name: performer.name })}
      foot={
        <CheckoutFooter
          line={t('checkout.onePress')}
          returnTo={back}
          words={message}
          show={streamId ? { streamId } : undefined}
          joining={{ act: 'tip', name: performer.name }}
        >
          <PayTicket
            label={t('tip.send')}
            tokens={valid ? amount : null}
            missing={missing}
            busy={action.busy}
            disabled={!valid}
            onClick={() => void send()}
          />
        </CheckoutFooter>
      }
    >
      <div className={styles.stack}>
        <TipHead performer={performer} balance={user?.balance ?? null} />
        <TipAmount
          label={t('tip.title', { name: performer.name })}
          choice={choice}
          other={other}
          bounds={bounds}
          isValid={valid}
          onChoose={(value) => {
            setChoice(value);
            setOther('');
          }}
          onType={setOther}
        />
        <TextField
          label={t('tip.message')}
          optional
          maxLength={300}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <FormError error={action.error} fields={[]} />
      </div>
    </Sheet>
  );
};
