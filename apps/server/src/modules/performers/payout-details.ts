import type { PayoutDetailsView, PayoutKind } from '@stagedoor/contract/payout-details';
import type { PayoutMethod } from '@stagedoor/contract/payouts.values';
import type { OwnAccount } from '../../gateways/gateway.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Executor, type Idempotency, type Trx, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { confirmOwner, enqueueMail } from '../accounts/index.ts';
import { isCountry } from '../reference/index.ts';
import { type BankDetails, bankProblem, endingOf, masked, maskedEmail } from './payout-details.rules.ts';

export interface GatewayDetails {
  ccbill?: { subAccountNumber: string; flexformId: string; salt: string } | null | undefined;
  verotel?: { shopId: string; signatureKey: string } | null | undefined;
}

interface DetailsOf {
  banking: BankDetails;
  paymentGateway: GatewayDetails;
  paypal: { email: string };
}

/** The purpose that a performer's payout details are sealed for. */
export const payoutDetailsContext = (performerId: string, kind: string): string => `payout:${performerId}:${kind}`;

/**
 * A performer's decrypted payout details: only for the payout itself, never for responses or logs.
 * @returns without kinds that were never set
 */
export const openPayoutDetails = async <K extends PayoutKind>(
  platform: Pick<Platform, 'encryption'>,
  executor: Executor,
  performerId: string,
  kind: K,
): Promise<{ value: DetailsOf[K]; updatedAt: Date } | undefined> => {
  const row = await executor
    .selectFrom('payout_details')
    .select(['sealed', 'updated_at'])
    .where('performer_id', '=', performerId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return (
    row && {
      value: platform.encryption.decrypt<DetailsOf[K]>(row.sealed, payoutDetailsContext(performerId, kind)),
      updatedAt: row.updated_at,
    }
  );
};

/** Null unless the performer has entered an account of their own at the company. */
export const readOwnAccount = async (
  platform: Pick<Platform, 'encryption'>,
  executor: Executor,
  gateway: string,
  performerId: string,
): Promise<OwnAccount | null> => {
  const details = await openPayoutDetails(platform, executor, performerId, 'paymentGateway');
  const { ccbill, verotel } = details?.value ?? {};
  if (gateway === 'ccbill') return ccbill ? { number: ccbill.subAccountNumber, form: ccbill.flexformId, secret: ccbill.salt } : null;
  return gateway === 'verotel' && verotel ? { number: verotel.shopId, form: '', secret: verotel.signatureKey } : null;
};

/** The payout details, masked. */
export const viewPayoutDetails = async (
  platform: Pick<Platform, 'encryption'>,
  executor: Executor,
  performerId: string,
): Promise<PayoutDetailsView> => {
  const banking = await openPayoutDetails(platform, executor, performerId, 'banking');
  const gateway = await openPayoutDetails(platform, executor, performerId, 'paymentGateway');
  const paypal = await openPayoutDetails(platform, executor, performerId, 'paypal');
  const hidden = (value: string | undefined): string | null => (value ? masked(value) : null);
  const { ccbill, verotel } = gateway?.value ?? {};
  return {
    banking: banking
      ? {
          holderName: banking.value.holderName,
          bankName: banking.value.bankName,
          country: banking.value.country,
          iban: hidden(banking.value.iban),
          accountNumber: hidden(banking.value.accountNumber),
          routingNumber: hidden(banking.value.routingNumber),
          swift: banking.value.swift || null,
          updatedAt: banking.updatedAt.toISOString(),
        }
      : null,
    paymentGateway: gateway
      ? {
          ccbill: ccbill
            ? {
                subAccountNumber: masked(ccbill.subAccountNumber),
                flexformId: masked(ccbill.flexformId),
                salt: masked(''),
              }
            : null,
          verotel: verotel ? { shopId: masked(verotel.shopId), signatureKey: masked('') } : null,
          updatedAt: gateway.updatedAt.toISOString(),
        }
      : null,
    paypal: paypal ? { email: maskedEmail(paypal.value.email), updatedAt: paypal.updatedAt.toISOString() } : null,
  };
};

const DAY_MS = 86_400_000;

/** The account that payouts of a method go to, as far as it may be shown. */
const shownOf = <K extends PayoutKind>(kind: K, value: DetailsOf[K]): { method: PayoutMethod; destination: string } | null => {
  if (kind === 'banking') return { method: 'banking', destination: endingOf(value as BankDetails) };
  return kind === 'paypal' ? { method: 'paypal', destination: maskedEmail((value as { email: string }).email) } : null;
};

/** Tells the performer, with the end of the hold if the change holds payouts: whoever took the account over can't be paid before. */
const tellOwner = async <K extends PayoutKind>(platform: Platform, trx: Trx, accountId: string, kind: K, value: DetailsOf[K], at: Date) => {
  const holdDays = platform.settings.get('payoutHoldDays');
  const shown = shownOf(kind, value);
  await enqueueMail(
    platform,
    trx,
    shown && holdDays > 0
      ? { kind: 'payoutDetailsHeld', accountId, values: { ...shown, until: new Date(at.getTime() + holdDays * DAY_MS).toISOString() } }
      : { kind: 'payoutDetailsChanged', accountId },
  );
  await recordEvent(trx, 'accounts.secured', { accountId, what: 'payoutDetails' });
};

/** Encrypts and stores one kind, after the caller was confirmed as the owner, who gets a mail. The same details again are no change. */
const save = async <K extends PayoutKind>(
  platform: Platform,
  viewer: AccountViewer,
  kind: K,
  make: (known: DetailsOf[K] | undefined) => DetailsOf[K],
  currentPassword: string | undefined,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock, encryption } = platform;
  const performerId = viewer.accountId;
  await confirmOwner(platform, viewer, currentPassword);
  await transact(database, idempotency, async (trx) => {
    const performer = await trx
      .selectFrom('performers')
      .select('account_id')
      .where('account_id', '=', performerId)
      .forUpdate()
      .executeTakeFirst();
    if (!performer) throw new CodedError('NOT_FOUND');
    const known = await openPayoutDetails(platform, trx, performerId, kind);
    const value = make(known?.value);
    if (known && JSON.stringify(value) === JSON.stringify(known.value)) return {};
    const at = clock.now();
    const row = { sealed: encryption.encrypt(value, payoutDetailsContext(performerId, kind)), updated_at: at };
    await trx
      .insertInto('payout_details')
      .values({ performer_id: performerId, kind, ...row })
      .onConflict((conflict) => conflict.columns(['performer_id', 'kind']).doUpdateSet(row))
      .execute();
    await tellOwner(platform, trx, performerId, kind, value, at);
    return {};
  });
};

/** @throws FieldsError; CodedError CURRENT_PASSWORD_WRONG, RECENT_LOGIN_REQUIRED */
export const setBankDetails = async (
  platform: Platform,
  viewer: AccountViewer,
  { currentPassword, ...bank }: BankDetails & { currentPassword?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> => {
  if (!isCountry(bank.country)) throw new FieldsError([{ property: 'country', rule: 'country' }]);
  const problem = bankProblem(bank);
  if (problem) throw new FieldsError([problem]);
  await save(platform, viewer, 'banking', () => bank, currentPassword, idempotency);
};

/** Null removes an account at a gateway; omitted ones stay. @throws CodedError CURRENT_PASSWORD_WRONG, RECENT_LOGIN_REQUIRED */
export const setGatewayDetails = (
  platform: Platform,
  viewer: AccountViewer,
  { currentPassword, ccbill, verotel }: GatewayDetails & { currentPassword?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> =>
  save(
    platform,
    viewer,
    'paymentGateway',
    (known) => ({
      ccbill: ccbill === undefined ? (known?.ccbill ?? null) : ccbill,
      verotel: verotel === undefined ? (known?.verotel ?? null) : verotel,
    }),
    currentPassword,
    idempotency,
  );

/** @throws CodedError CURRENT_PASSWORD_WRONG, RECENT_LOGIN_REQUIRED */
export const setPaypalDetails = (
  platform: Platform,
  viewer: AccountViewer,
  { currentPassword, email }: { email: string; currentPassword?: string | undefined },
  idempotency: Idempotency | undefined,
): Promise<void> => save(platform, viewer, 'paypal', () => ({ email }), currentPassword, idempotency);
