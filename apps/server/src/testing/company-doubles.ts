import { type GatewayName, GATEWAY_NAMES } from '@stagedoor/contract/gateways.values';
import { type CcbillDouble, createCcbillDouble } from '../gateway-doubles/ccbill/ccbill-double.ts';
import { CCBILL_SUBACCOUNTS, type CcbillSubaccount, DATALINK_USERS } from '../gateway-doubles/ccbill/ccbill-options.ts';
import type { DoubleOptions } from '../gateway-doubles/company-double.ts';
import { type VerotelDouble, createVerotelDouble } from '../gateway-doubles/verotel/verotel-double.ts';
import { VEROTEL_SHOPS, type VerotelShop } from '../gateway-doubles/verotel/verotel-options.ts';
import type { Person } from './factories.ts';

/** Companies that have a double; the sandbox simulates itself. */
export type CompanyName = Exclude<GatewayName, 'sandbox'>;
export const isCompany = (name: string): name is CompanyName => name !== 'sandbox' && GATEWAY_NAMES.some((known) => known === name);
export const COMPANY_NAMES: readonly CompanyName[] = GATEWAY_NAMES.filter(isCompany);

interface Doubles {
  ccbill: CcbillDouble;
  verotel: VerotelDouble;
}

/** Doubles of all companies, which reach a test's site, and are reached by it, over HTTP alone. */
export interface CompanyDoubles extends Doubles {
  /** Points the callbacks of all at a site. */
  callAt(origin: string): void;
  /** Does what is due at all, and sends their callbacks. */
  work(): Promise<void>;
  close(): Promise<void>;
}

export interface CompanyDoublesOptions extends Omit<DoubleOptions, 'callbackUrl'> {
  /** Accounts besides the site's own. */
  more?: { subaccounts: readonly CcbillSubaccount[]; shops: readonly VerotelShop[] };
}

/** @param site where the doubles send callbacks, and where buyers return to if that is another origin */
export const startCompanyDoubles = async (
  site: { url: string; publicUrl?: string },
  { more, ...options }: CompanyDoublesOptions = {},
): Promise<CompanyDoubles> => {
  const back = `${site.publicUrl ?? site.url}/wallet/return/{orderRef}`;
  const subaccounts = [...CCBILL_SUBACCOUNTS, ...(more?.subaccounts ?? [])].map((subaccount) => ({
    ...subaccount,
    forms: subaccount.forms.map(({ id }) => ({ id, approvalUrl: back, denialUrl: back })),
  }));
  const callbackOf = (name: GatewayName, origin = site.url) => `${origin}/api/gateways/${name}/callback`;
  const doubles: Doubles = {
    ccbill: createCcbillDouble({ ...options, subaccounts, callbackUrl: callbackOf('ccbill') }),
    verotel: createVerotelDouble({
      ...options,
      shops: [...VEROTEL_SHOPS, ...(more?.shops ?? [])],
      callbackUrl: callbackOf('verotel'),
    }),
  };
  for (const name of COMPANY_NAMES) await doubles[name].listen();
  return {
    ...doubles,
    callAt(origin) {
      for (const name of COMPANY_NAMES) doubles[name].settings.callbackUrl = callbackOf(name, origin);
    },
    async work() {
      for (const name of COMPANY_NAMES) await doubles[name].work();
    },
    async close() {
      for (const name of COMPANY_NAMES) await doubles[name].close();
    },
  };
};

/** The doubles' keys and their addresses, as an owner enters them. */
export const doublesKeys = (urls: Readonly<Record<CompanyName, string>>) => {
  const [single, recurring] = CCBILL_SUBACCOUNTS;
  const shop = VEROTEL_SHOPS[0]!;
  return {
    ccbill: {
      accountNumber: '900000',
      saleSubAccount: single!.clientSubacc,
      saleForm: single!.forms[0]!.id,
      saleSalt: single!.salt,
      recurringSubAccount: recurring!.clientSubacc,
      recurringForm: recurring!.forms[0]!.id,
      recurringSalt: recurring!.salt,
      dataLinkUser: DATALINK_USERS[0]!.username,
      dataLinkPassword: DATALINK_USERS[0]!.password,
      callbackNetworks: '127.0.0.1',
      formAddress: `${urls.ccbill}/wap-frontflex/flexforms`,
      dataLinkAddress: `${urls.ccbill}/utils/subscriptionManagement.cgi`,
      consumerAddress: `${urls.ccbill}/consumer`,
    },
    verotel: { shopId: shop.shopID, signatureKey: shop.signatureKey, baseAddress: urls.verotel },
  } satisfies Record<CompanyName, Record<string, string>>;
};

/** Enters them in the site's payment settings, and lets all companies take payments. */
export const enterDoublesKeys = async (owner: Person, { ccbill, verotel }: CompanyDoubles): Promise<void> => {
  const keys = doublesKeys({ ccbill: ccbill.url, verotel: verotel.url });
  for (const name of COMPANY_NAMES)
    await owner.client.call('PUT /admin/gateways/{name}', { params: { name }, body: { version: 0, isOn: true, values: keys[name] } });
  // A card company switches both on; what these tests publish is for sale at once.
  await owner.client.call('PUT /admin/settings', { body: { values: { reviewBeforePublishing: false, peopleShownRequired: false } } });
};
