import type { PayoutMethod } from '@stagedoor/contract/payouts.values';
import type { PayoutTarget } from '../../ledger/index.ts';
import type { Executor } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type BankDetails, endingOf, maskedEmail, openPayoutDetails } from '../performers/index.ts';

/** The details that a payout keeps, as the performer had them. */
export type Destination = { method: 'banking'; details: BankDetails } | { method: 'paypal'; details: { email: string } };

interface FoundDestination {
  destination: Destination;
  changedAt: Date;
}

/** The purpose that a payout's destination is sealed for. */
export const payoutRequestContext = (payoutId: string): string => `payoutRequest:${payoutId}`;

const shownOf = ({ method, details }: Destination): string => (method === 'banking' ? endingOf(details) : maskedEmail(details.email));

const readDestination = async (
  platform: Pick<Platform, 'encryption'>,
  executor: Executor,
  performerId: string,
  method: PayoutMethod,
): Promise<FoundDestination | undefined> => {
  if (method === 'paypal') {
    const found = await openPayoutDetails(platform, executor, performerId, 'paypal');
    return found && { destination: { method, details: found.value }, changedAt: found.updatedAt };
  }
  const found = await openPayoutDetails(platform, executor, performerId, 'banking');
  return found && { destination: { method, details: found.value }, changedAt: found.updatedAt };
};

/**
 * Copies a performer's payout details of a method for one payout, encrypted.
 * @throws CodedError PAYOUT_DETAILS_MISSING
 */
export const sealTarget = async (
  platform: Pick<Platform, 'encryption'>,
  executor: Executor,
  payoutId: string,
  performerId: string,
  method: PayoutMethod,
): Promise<PayoutTarget> => {
  const found = await readDestination(platform, executor, performerId, method);
  if (!found) throw new CodedError('PAYOUT_DETAILS_MISSING');
  const { destination, changedAt } = found;
  return {
    method,
    destination: shownOf(destination),
    sealed: platform.encryption.encrypt(destination, payoutRequestContext(payoutId)),
    changedAt,
  };
};

/** The details of a payout in full: only for paying it, and for an admin's logged look. */
export const openTarget = (platform: Pick<Platform, 'encryption'>, payoutId: string, sealed: Buffer): Destination =>
  platform.encryption.decrypt<Destination>(sealed, payoutRequestContext(payoutId));
