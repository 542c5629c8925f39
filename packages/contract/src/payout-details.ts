import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { RECEIVERS } from './payments.values.ts';
import { amount, instant, line, text } from './shapes.ts';
import { email } from './email-address.ts';

export const PAYOUT_KINDS = ['banking', 'paymentGateway', 'paypal'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];

const code = (max: number) => text(max).transform((value) => value.replace(/[\s-]/g, '').toUpperCase());
const country = z.string().trim().toUpperCase().length(2);
const key = (max: number) => line(max).refine((value) => /^[\x21-\x7e]+$/.test(value), { params: { rule: 'invalid' } });
/** Required unless the log-in is less than ten minutes old. */
const currentPassword = z.string().max(200).optional();

/** A masked value: only its last characters, the others as dots. */
const masked = z.string();

export const payoutDetailsView = z.object({
  banking: z
    .object({
      holderName: z.string(),
      bankName: z.string(),
      country: z.string(),
      iban: masked.nullable(),
      accountNumber: masked.nullable(),
      routingNumber: masked.nullable(),
      swift: z.string().nullable(),
      updatedAt: instant,
    })
    .nullable(),
  paymentGateway: z
    .object({
      ccbill: z.object({ subAccountNumber: masked, flexformId: masked, salt: masked }).nullable(),
      verotel: z.object({ shopId: masked, signatureKey: masked }).nullable(),
      updatedAt: instant,
    })
    .nullable(),
  paypal: z.object({ email: masked, updatedAt: instant }).nullable(),
});
/**
 * The same, and the companies where subscriptions to performers with an own account go to it: whose money it is, and the commission owed from
 * which on new ones go through the site again.
 */
const payoutDetailsAnswer = payoutDetailsView.extend({
  ownAccounts: z.array(z.object({ gateway: z.enum(['ccbill', 'verotel']), receiver: z.enum(RECEIVERS), limit: amount })),
});
export type PayoutDetailsView = z.output<typeof payoutDetailsView>;

const flags = {
  who: 'performer',
  lite: true,
  personal: true,
  output: payoutDetailsAnswer,
  errors: ['CURRENT_PASSWORD_WRONG', 'RECENT_LOGIN_REQUIRED'],
  limit: 'login',
} as const;

export const payoutDetails = endpoints({
  'GET /performers/payout-details': {
    summary: 'Where the own earnings are sent, masked.',
    who: 'performer',
    lite: true,
    personal: true,
    output: payoutDetailsAnswer,
  },
  'PUT /performers/banking-settings': {
    ...flags,
    summary: 'Set the bank account earnings are sent to: an IBAN, or an account number with a routing number or SWIFT code.',
    body: z.object({
      holderName: line(120),
      bankName: line(120),
      country,
      iban: code(50).optional(),
      accountNumber: code(50).optional(),
      routingNumber: code(30).optional(),
      swift: code(20).optional(),
      currentPassword,
    }),
  },
  'PUT /performers/payment-gateway-settings': {
    ...flags,
    summary: 'Set the own accounts at the card gateways; null removes one, what isn’t given stays.',
    body: z.object({
      ccbill: z
        .object({
          subAccountNumber: z
            .string()
            .trim()
            .regex(/^\d{4,10}$/),
          flexformId: key(60),
          salt: key(120),
        })
        .nullable()
        .optional(),
      verotel: z
        .object({
          shopId: z
            .string()
            .trim()
            .regex(/^\d{3,12}$/),
          signatureKey: key(120),
        })
        .nullable()
        .optional(),
      currentPassword,
    }),
  },
  'PUT /performers/paypal-settings': {
    ...flags,
    summary: 'Set the PayPal account earnings are sent to.',
    body: z.object({ email, currentPassword }),
  },
});
