import type { AuditEntry } from '@stagedoor/contract/admin-people';
import type { AdminPermission } from '@stagedoor/contract/admin-roles.values';
import { type AuditLanguage, auditAction } from '@stagedoor/contract/audit-words.values';
import { PAGED_KINDS } from '@stagedoor/contract/items.values';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../app/session.tsx';
import { useAmountText } from '../../../ui/Amount.tsx';
import { useFormat } from '../../../ui/format.tsx';

/** How the reader's language writes what audit entries tell. */
export const useAuditLanguage = (): AuditLanguage => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const written = useAmountText();
  return {
    locale: i18n.language,
    hasText: (key) => i18n.exists(key),
    text: (key, values) => String(t(key, values ?? {})),
    money: format.money,
    tokens: (value) => written(value),
    percent: format.percent,
    count: format.count,
    date: (instant) => format.date(instant, 'dayTime'),
  };
};

/** The text of an action. */
export const useActionText = (): ((action: string) => string) => {
  const language = useAuditLanguage();
  return (action) => auditAction(action, language);
};

interface Place {
  /** What an admin needs to open it. */
  permission: AdminPermission;
  path: (id: string) => string;
}

const item: Place = { permission: 'content', path: (id) => `/admin/content?q=${id}&id=${id}` };
const at = (permission: AdminPermission, path: string): Place => ({ permission, path: () => path });
const inList = (permission: AdminPermission, path: string): Place => ({ permission, path: (id) => `${path}id=${id}` });

/** Where the objects of entries are administered, by their kind. */
const PLACES: Readonly<Record<string, Place>> = {
  account: inList('users', '/admin/users?'),
  performer: inList('users', '/admin/performers?'),
  item,
  ...Object.fromEntries(PAGED_KINDS.map((kind) => [kind, item])),
  order: inList('money', '/admin/orders?'),
  payout: inList('money', '/admin/payouts?'),
  payoutBatch: inList('money', '/admin/payouts?view=batches&'),
  subscription: inList('money', '/admin/subscriptions?'),
  coupon: at('money', '/admin/coupons'),
  walletPackage: at('money', '/admin/packages'),
  gift: at('money', '/admin/gifts'),
  emoji: at('money', '/admin/gifts?tab=emoji'),
  ledger: at('money', '/admin/invariants'),
  post: { permission: 'site', path: (id) => `/admin/pages/${id}` },
  promo: at('site', '/admin/promos'),
  category: at('site', '/admin/categories'),
  synonyms: at('site', '/admin/categories'),
  text: at('site', '/admin/texts'),
  language: at('site', '/admin/texts'),
  setting: at('settings', '/admin/settings'),
};
/** What isn't there any more. */
const GONE: ReadonlySet<string> = new Set(['posts.deleted', 'promos.deleted']);

/** Where an entry's object is administered; null when the reader may not go there, or there is no such place. */
export const useAuditPlace = (): ((entry: Pick<AuditEntry, 'action' | 'object'>) => string | null) => {
  const { permissions } = useCurrentUser();
  return ({ action, object }) => {
    const place = PLACES[object.kind];
    return place && !GONE.has(action) && permissions.includes(place.permission) ? place.path(object._id ?? '') : null;
  };
};
