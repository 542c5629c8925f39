import type { Gift } from '@stagedoor/contract/gifts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { useSession, useSessionStore } from '../../app/session.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { saveMessage, withPurchase } from '../checkout/interrupted-purchase.ts';
import { PayTicket } from '../checkout/PayTicket.tsx';
import { CheckoutFooter } from '../checkout/CheckoutFooter.tsx';
import { missingFor } from '../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../wallet/TopUpSheet.tsx';
import styles from './gift-sheet.module.css';
import { CutSheet, isCut } from './CutSheet.tsx';
import { targetOf, type TippedItem } from './item-calls.ts';

export interface GiftRecipient {
  _id: string;
  name: string;
  username: string;
  avatar: string;
}

export interface GiftSheetProps {
  performer: GiftRecipient;
  /** What it is for. */
  item?: TippedItem | undefined;
  /** The show it is given in. */
  streamId?: string | undefined;
  /** Initial values, after a top-up. */
  giftId?: string | undefined;
  quantity?: number | undefined;
  words?: string | undefined;
  /** The show it is given in has ended. */
  isOver?: boolean;
  onClose: () => void;
  onGiven: (gift: Gift, quantity: number) => void;
}

const QUANTITIES = ['1', '3', '5', '10'] as const;

/** Total tokens of several gifts, without floating-point errors. */
export const totalOf = (price: number, quantity: number): number => Math.round(price * 100 * quantity) / 100;

/** The recipient of a gift, and the caller's balance; the name where nobody is signed in. */
const Recipient = ({ performer, balance }: { performer: GiftRecipient; balance: number | null }) => {
  const t = useText();
  return (
    <div className={styles.top}>
      <Avatar src={performer.avatar} size={36} />
      {balance !== null ? (
        <span className={classes(type.small, styles.balance)}>
          {t('checkout.wallet')} <Amount tokens={balance} />
        </span>
      ) : (
        <span className={classes(type.small, type.faint)}>@{performer.username}</span>
      )}
    </div>
  );
};

const TraySkeleton = () => (
  <div className={styles.tray}>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} height={124} />
    ))}
  </div>
);

/** How many of the gift: the usual numbers, and the one that was asked for. */
const Quantity = ({ wanted, onChange }: { wanted: string; onChange: (value: string) => void }) => {
  const t = useText();
  const options = [...new Set([...QUANTITIES, wanted])].sort((one, other) => Number(one) - Number(other));
  return (
    <Segments
      label={t('gifts.quantity')}
      name="quantity"
      wide
      short
      value={wanted}
      onChange={onChange}
      options={options.map((value) => ({ value, text: t('gifts.times', { count: value }) }))}
    />
  );
};

/** A gift from the wallet: gifts with their prices, a quantity, one press. */
export const GiftSheet = (props: GiftSheetProps) => {
  const { performer, item, streamId, onClose, onGiven } = props;
  const t = useText();
  const user = useSession();
  const store = useSessionStore();
  const client = useQueryClient();
  const address = useLocation();
  const list = useData('GET /gift/performers/{id}', { params: { id: performer._id } });
  const give = useAction('POST /payment-wallet/gifting');
  const [giftId, setGiftId] = useState(props.giftId ?? null);
  const [wanted, setWanted] = useState(String(props.quantity ?? 1));
  const [message, setMessage] = useState(props.words ?? '');
  const [toppingUp, setToppingUp] = useState(false);
  const gifts = list.data?.data;
  const gift = gifts?.find(({ _id }) => _id === giftId) ?? gifts?.find(({ performerId }) => performerId === null) ?? gifts?.[0];
  const quantity = Number(wanted);
  const total = gift ? totalOf(gift.price, quantity) : 0;
  const missing = user ? missingFor(total, user.balance) : 0;

  const send = async () => {
    if (!gift) return;
    if (missing > 0) {
      saveMessage(message);
      return setToppingUp(true);
    }
    const paid = await give.run({
      body: {
        giftId: gift._id,
        performerId: performer._id,
        quantity,
        message,
        priceVersion: gift.priceVersion,
        streamId,
        ...(item ? targetOf(item) : {}),
      },
    });
    if (paid) {
      store.update({ balance: paid.balance });
      onGiven(gift, quantity);
      return;
    }
    // A changed price or a removed gift is shown before the next press.
    await client.invalidateQueries({ queryKey: ['GET /gift/performers/{id}'] });
  };
  const here = {
    kind: 'gift',
    performer: performer.username,
    item: item ? { kind: item.kind, _id: item._id } : null,
    stream: streamId ?? null,
  } as const;
  const back = gift ? withPurchase(address, { ...here, gift: gift._id, quantity }) : address.pathname + address.search;
  if (isCut(props.isOver === true, give)) return <CutSheet title={t('gifts.title', { name: performer.name })} onClose={onClose} />;
  if (toppingUp && gift) return <TopUpSheet needed={total} returnTo={back} onClose={onClose} />;
  return (
    <Sheet
      opened
      onClose={onClose}
      locked={give.busy}
      title={t('gifts.title', { name: performer.name })}
      foot={
        gift ? (
          <CheckoutFooter
            line={t('checkout.onePress')}
            returnTo={back}
            words={message}
            show={streamId ? { streamId } : undefined}
            joining={{ act: 'gift', name: performer.name }}
          >
            <PayTicket label={t('gifts.send')} tokens={total} missing={missing} busy={give.busy} onClick={() => void send()} />
          </CheckoutFooter>
        ) : null
      }
    >
      <div className={styles.stack}>
        <Recipient performer={performer} balance={user?.balance ?? null} />
        {gifts === undefined && !list.error ? (
          <TraySkeleton />
        ) : gift && gifts ? (
          <>
            <Tray gifts={gifts} chosen={gift} owner={performer.name} onChoose={setGiftId} />
            <Quantity wanted={wanted} onChange={setWanted} />
            <TextField
              label={t('gifts.message')}
              optional
              maxLength={300}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
            />
          </>
        ) : (
          <Empty title={list.error?.message ?? t('gifts.none')} text={t('gifts.noneText')} />
        )}
        <FormError error={give.error} fields={[]} />
      </div>
    </Sheet>
  );
};

/** Gifts in rows of four: the performer's own first, then the site's. */
const Tray = ({
  gifts,
  chosen,
  owner,
  onChoose,
}: {
  gifts: readonly Gift[];
  chosen: Gift;
  owner: string;
  onChoose: (giftId: string) => void;
}) => {
  const t = useText();
  const own = gifts.filter(({ performerId }) => performerId !== null);
  const house = gifts.filter(({ performerId }) => performerId === null);
  const row = (row: readonly Gift[]) => (
    <div className={styles.tray}>
      {row.map((gift) => (
        <label key={gift._id} className={styles.gift}>
          <input type="radio" name="gift" checked={gift._id === chosen._id} onChange={() => onChoose(gift._id)} />
          <img className={styles.drawing} src={gift.image} alt="" width={56} height={56} />
          <span className={styles.giftName}>
            <bdi>{gift.name}</bdi>
          </span>
          <Amount tokens={gift.price} trim stacked className={styles.giftPrice} />
        </label>
      ))}
    </div>
  );
  return (
    <fieldset className={styles.choice} aria-label={t('gifts.choose')}>
      {own.length > 0 ? (
        <>
          <span className={classes(type.tiny, type.faint)}>{t('gifts.ownOf', { name: owner })}</span>
          {row(own)}
        </>
      ) : null}
      {row(house)}
    </fieldset>
  );
};
