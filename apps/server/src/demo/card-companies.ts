import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { saveGatewaySettings } from '../gateways/gateway-settings.ts';
import { transact } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import { findDemo } from './demo-state.ts';

// The doubles of card companies beside a demo (docs/gateway-doubles.md). They run in a process of their own, which `npm start` begins when the site says
// that it is a demo; product code shares nothing with them but these keys.

/** Offered after the sandbox. */
const POSITIONS = { ccbill: 110, verotel: 120 } as const;
type Company = keyof typeof POSITIONS;
const COMPANIES = ['ccbill', 'verotel'] as const satisfies readonly GatewayName[];

/** Networks of this machine: doubles listen on no other. */
const LOOPBACK = '127.0.0.1\n::1';
const HOST = 'http://127.0.0.1';

/** The doubles' keys and addresses, as the owner would enter them. @param port CCBill's; Verotel has the next one */
export const doublesValues = (port: number): Readonly<Record<Company, Readonly<Record<string, string>>>> => ({
  ccbill: {
    accountNumber: '900000',
    saleSubAccount: '0000',
    saleForm: '11111111-1111-4111-8111-111111111111',
    saleSalt: 'double-salt-of-single-sales',
    recurringSubAccount: '0001',
    recurringForm: '22222222-2222-4222-8222-222222222222',
    recurringSalt: 'double-salt-of-subscriptions',
    dataLinkUser: 'double-datalink',
    dataLinkPassword: 'double-datalink-password',
    statement: 'CCBill.com *Stagedoor',
    callbackNetworks: LOOPBACK,
    formAddress: `${HOST}:${port}/wap-frontflex/flexforms`,
    dataLinkAddress: `${HOST}:${port}/utils/subscriptionManagement.cgi`,
    consumerAddress: `${HOST}:${port}/consumer`,
  },
  verotel: {
    shopId: '12345',
    signatureKey: 'double-signature-key',
    statement: 'VTSUP.COM *Stagedoor',
    callbackNetworks: LOOPBACK,
    baseAddress: `${HOST}:${port + 1}`,
  },
});

/** The field by which a double is told from a company that the owner has set up, and the one without which a company isn't offered. */
const MARKS = {
  ccbill: { address: 'formAddress', required: 'accountNumber' },
  verotel: { address: 'baseAddress', required: 'shopId' },
} as const;

/**
 * Enters the doubles' keys in the payment settings of a demo, or takes them out where no doubles run, so that nobody is sent to a page that isn't there.
 * Companies that the owner has set up otherwise stay as they are, and so does the owner's choice of who takes payments.
 *
 * @param port undefined if no doubles run
 * @returns whether the site is a demo that the doubles belong to
 */
export const offerDoubles = async ({ database, encryption, clock }: Platform, port: number | undefined): Promise<boolean> => {
  if (!(await findDemo(database))) return false;
  for (const name of COMPANIES)
    await transact(database, undefined, async (trx) => {
      const { address, required } = MARKS[name];
      const row = await trx.selectFrom('gateways').select(['options', 'version']).where('name', '=', name).forUpdate().executeTakeFirst();
      const isDouble = row?.options[address]?.startsWith(`${HOST}:`) ?? false;
      if (row ? !isDouble : port === undefined) return {};
      const values = port === undefined ? { [required]: '' } : doublesValues(port)[name];
      const first = row ? {} : { isOn: true, position: POSITIONS[name] };
      await saveGatewaySettings(encryption, trx, name, { ...first, values, version: row?.version ?? 0 }, clock.now());
      return {};
    });
  return port !== undefined;
};

const LOOK_EVERY_MS = 1000;

/** Message to the launcher (scripts/start.mjs), which starts the doubles of this site with its clock. */
export interface DoublesMessage {
  site: string;
  aheadMs: number;
}

/** Sends messages to the launcher at its address. Over HTTP, since Node's watch mode passes no messages between processes. */
export const tellLauncher =
  (address: string) =>
  async (message: DoublesMessage): Promise<void> => {
    const response = await fetch(address, { method: 'POST', body: JSON.stringify(message), signal: AbortSignal.timeout(LOOK_EVERY_MS) });
    if (!response.ok) throw new Error(`The launcher answered ${response.status}.`);
  };

/**
 * Asks the launcher for the doubles, and tells it whenever the site's clock was moved. A message that didn't arrive is sent again.
 * @returns stops it
 */
export const followClock = (
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  tell: (message: DoublesMessage) => Promise<void>,
  everyMs = LOOK_EVERY_MS,
): (() => void) => {
  let told: number | undefined;
  let isTelling = false;
  const look = async (): Promise<void> => {
    const aheadMs = clock.now().getTime() - Date.now();
    // Both clocks are read one after the other.
    if (isTelling || (told !== undefined && Math.abs(aheadMs - told) < LOOK_EVERY_MS)) return;
    isTelling = true;
    try {
      await tell({ site: config.publicUrl, aheadMs });
      told = aheadMs;
    } catch {
      // The launcher ends before the site.
    } finally {
      isTelling = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
