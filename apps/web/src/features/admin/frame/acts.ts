import type { Contract } from '@stagedoor/contract';

/** A call of the administration that changes something. */
export type AdminWrite = Exclude<Extract<keyof Contract & string, `${string} /admin/${string}`>, `GET ${string}`>;

/**
 * How an act is kept from happening by accident:
 * - `undo` waits ten seconds before it is sent (`decideLater`),
 * - `asks` asks in a sheet that says what happens to whom (`ActButton`, `AskedAct`),
 * - `form` is sent by a form's own button, after the admin typed or chose what to do,
 * - `plain` happens at one click, for the reason given: it is harmless, and the same control takes it back.
 */
type Care = 'undo' | 'asks' | 'form' | { plain: string };

/** The care of each act. A new call of the administration doesn't compile until it has one; `acts.test.ts` checks that its callers keep to it. */
export const ACTS = {
  'POST /admin/applications/{id}/approve': 'undo',
  'POST /admin/applications/{id}/reject': 'undo',
  'POST /admin/participants/{id}/approve': 'undo',
  'POST /admin/participants/{id}/reject': 'undo',
  'POST /admin/reviews/{id}/approve': 'undo',
  'POST /admin/reviews/{id}/reject': 'undo',

  'POST /admin/bulk-acts/{id}/start': 'asks',
  'POST /admin/restore/confirm': 'asks',
  'POST /admin/users/{id}/restore': 'asks',
  'POST /admin/users/{id}/end-sessions': 'asks',
  'POST /admin/users/{id}/verify-email': 'asks',
  'POST /admin/users/{id}/reset-two-factor': 'asks',
  'DELETE /admin/users/{id}/notes/{noteId}': 'asks',
  'POST /admin/performers/{id}/release': 'asks',
  'POST /admin/performers/{id}/release-payouts': 'asks',
  'PUT /admin/admins/{id}': 'asks',
  'POST /admin/content/{id}/take-down': 'asks',
  'POST /admin/content/{id}/restore': 'asks',
  'POST /admin/reports/{id}/decide': 'asks',
  'POST /admin/reports/{id}/decide-appeal': 'asks',
  'POST /admin/appeals/{id}/decide': 'asks',
  'POST /admin/takedowns/{id}/decide': 'asks',
  'POST /admin/complaints/{id}/decide': 'asks',
  'POST /admin/payouts/{id}/approve': 'asks',
  'POST /admin/payouts/{id}/reject': 'asks',
  'POST /admin/payouts/{id}/pay': 'asks',
  'POST /admin/payouts/{id}/return': 'asks',
  'POST /admin/payout-batches/{id}/pay': 'asks',
  'POST /admin/payout-batches/{id}/cancel': 'asks',
  'POST /admin/settings/reset': 'asks',
  'POST /admin/gateways/refunds/{id}/retry': 'asks',
  'POST /admin/gateways/refunds/{id}/done': 'asks',
  'POST /admin/gateways/cancellations/{id}/done': 'asks',
  'POST /admin/gateways/pauses/{id}/lift': 'asks',
  'PUT /admin/gateways/{name}': 'form',
  'PUT /admin/media-server': 'form',
  'POST /admin/media-server/test': { plain: 'Asks the server; nothing is changed.' },
  'PUT /admin/gateway-order': { plain: 'The same buttons put it back.' },
  'POST /admin/gateways/{name}/check': { plain: 'Asks the company; nothing is changed.' },
  'POST /admin/orders/{id}/ask-gateway': { plain: 'Asks the company; its answer counts like its callback.' },
  'DELETE /admin/posts/{id}': 'asks',
  'DELETE /admin/promos/{id}': 'asks',
  'DELETE /admin/languages/{locale}': 'asks',
  'POST /admin/texts/import': 'asks',

  'POST /admin/users/suspend-many': 'form',
  'POST /admin/users/restore-many': 'form',
  'POST /admin/content/take-down-many': 'form',
  'POST /admin/content/restore-many': 'form',
  'POST /admin/content/approve-many': 'form',
  'POST /admin/payouts/approve-many': 'form',
  'POST /admin/users/{id}/suspend': 'form',
  'POST /admin/users/{id}/notes': 'form',
  'POST /admin/users/{id}/act-as': 'form',
  'POST /admin/performers/{id}/hold': 'form',
  'PUT /admin/performers/{id}/featured': 'form',
  'PUT /admin/performers/{id}/commissions': 'form',
  'POST /admin/admins': 'form',
  'POST /admin/live/{id}/stop': 'form',
  'POST /admin/orders/{id}/refund': 'form',
  'POST /admin/subscriptions/{id}/cancel': 'form',
  'POST /admin/payout-batches': 'form',
  'POST /admin/clock': 'form',
  'PUT /admin/settings': 'form',
  'PUT /admin/menus': 'form',
  'POST /admin/branding/{key}/upload': 'form',
  'POST /admin/posts': 'form',
  'PUT /admin/posts/{id}': 'form',
  'POST /admin/promos': 'form',
  'PUT /admin/promos/{id}': 'form',
  'POST /admin/promos/{id}/picture/upload': 'form',
  'POST /admin/languages': 'form',
  'PUT /admin/languages/{locale}': 'form',
  'PUT /admin/texts': 'form',
  'POST /admin/categories': 'form',
  'PUT /admin/categories/{id}': 'form',
  'POST /admin/coupons': 'form',
  'PUT /admin/coupons/{id}': 'form',
  'POST /admin/gifts/image': 'form',
  'POST /admin/gifts': 'form',
  'PUT /admin/gifts/{id}': 'form',
  'POST /admin/emojis': 'form',
  'PUT /admin/emojis/{id}': 'form',
  'POST /admin/wallet-packages': 'form',
  'PUT /admin/wallet-packages/{id}': 'form',

  'PUT /admin/content/{id}/featured': { plain: 'Nobody is told, and the same button takes it back.' },
  'PUT /admin/promos/order': { plain: 'An arrow moves one entry; the other arrow moves it back.' },
  'PUT /admin/gifts/order': { plain: 'An arrow moves one entry; the other arrow moves it back.' },
  'PUT /admin/emojis/order': { plain: 'An arrow moves one entry; the other arrow moves it back.' },
  'POST /admin/bulk-acts/{id}/stop': { plain: 'Rows that are done stay done, and the same act can be started for the others.' },
  'POST /admin/bulk-acts/{id}/undo': { plain: 'It only prepares: nothing happens before its own question is answered.' },
  'POST /admin/restore/ask': { plain: 'It asks companies what happened; what they tell is booked once, however often they are asked.' },
  'POST /admin/list-counts': { plain: 'It counts rows; nothing changes.' },
  'POST /admin/ledger/checks': { plain: 'It reads the ledger and stores the result; nothing else changes.' },
} as const satisfies Record<AdminWrite, Care>;

type WithCare<C extends Care> = { [K in AdminWrite]: (typeof ACTS)[K] extends C ? K : never }[AdminWrite];
/** An act that asks first. */
export type AskedWrite = WithCare<'asks'>;
/** An act that can be undone for ten seconds. */
export type UndoableWrite = WithCare<'undo'>;
