// Constants of the link “This wasn’t me” without Zod, so that the web shares them.

/** Events whose mail to the owner has the link. */
export const NOT_ME_CAUSES = [
  'newBrowser',
  'emailChangeRequested',
  'emailChanged',
  'passwordChanged',
  'twoFactorOn',
  'twoFactorOff',
  'twoFactorReset',
  'recoveryCodesRenewed',
  'passkeyAdded',
  'passkeyRemoved',
  'payoutDetails',
] as const;
export type NotMeCause = (typeof NOT_ME_CAUSES)[number];

/** A performer's payouts that wait for an admin since the performer said “This wasn’t me”. */
export interface PayoutFreeze {
  at: string;
  cause: NotMeCause;
}
