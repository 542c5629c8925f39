import type { WalletTransaction } from '@stagedoor/contract/wallet';
import type { Translate } from '../../ui/text.ts';

type Movement = Pick<WalletTransaction, 'kind' | 'show' | 'item' | 'counterparty' | 'reverses'>;

/** Names a movement: "Private show", "Gift", "Refund: Tip". */
export const movementKind = (t: Translate, { kind, show, reverses }: Pick<Movement, 'kind' | 'show' | 'reverses'>): string => {
  if (show) return t(`wallet.show.${show.type}`);
  return reverses ? `${t(`movement.${kind}`)}: ${t(`movement.${reverses}`)}` : t(`movement.${kind}`);
};

const minutesOf = (t: Translate, { minutes, refundedMinutes, reserved }: NonNullable<Movement['show']>): string => {
  if (minutes > 0) return t('wallet.show.minutes', { count: minutes });
  return refundedMinutes > 0 || reserved > 0 ? '' : t('wallet.show.nothing');
};

/** A movement in one line, with whom or what it was: "Private show · Luna Reyes · 1 min". */
export const movementTitle = (t: Translate, movement: Movement): string => {
  const { show, item, counterparty } = movement;
  const what = show ? counterparty?.name : item?.title || counterparty?.name;
  return [movementKind(t, movement), what, show ? minutesOf(t, show) : ''].filter(Boolean).join(' · ');
};

/** Adds to the title: the person beside an item, tokens reserved for a show, and those it returned. */
export const movementNote = (t: Translate, written: (tokens: number) => string, { show, item, counterparty }: Movement): string => {
  if (!show) return item?.title ? (counterparty?.name ?? '') : '';
  return [
    show.reserved > 0 ? t('wallet.show.reserved', { amount: written(show.reserved) }) : '',
    show.refundedMinutes > 0 ? t('wallet.show.refunded', { count: show.refundedMinutes }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
};
