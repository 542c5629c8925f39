import type { CcbillDouble } from './ccbill/ccbill-double.ts';
import type { CcbillSubaccount, DataLinkUser } from './ccbill/ccbill-options.ts';
import type { VerotelDouble } from './verotel/verotel-double.ts';
import type { VerotelShop } from './verotel/verotel-options.ts';

export interface Running {
  ccbill: CcbillDouble;
  verotel: VerotelDouble;
  dataLinkUsers: readonly DataLinkUser[];
}

/** Lines of a name and its value, in two columns. */
const table = (entries: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`.trimEnd()).join('\n');
};

const subaccountEntries = ({ shop, clientSubacc, salt, forms }: CcbillSubaccount): [string, string][] => [
  [shop, ''],
  ['  clientSubacc', clientSubacc],
  ['  salt', salt],
  ['  FlexForm id', forms.map(({ id }) => id).join(', ')],
];

const shopEntries = ({ name, shopID, signatureKey, hash }: VerotelShop): [string, string][] => [
  [name, ''],
  ['  shopID', shopID],
  ['  signature key', `${signatureKey} (${hash === 'sha1' ? 'SHA-1' : 'SHA-256'})`],
];

/** Text that says where the doubles are and which keys to enter in the site's settings. */
export const instructions = ({ ccbill, verotel, dataLinkUsers }: Running): string => {
  const ccbillEntries: [string, string][] = [
    ['Base address', ccbill.url],
    ['Form address', `${ccbill.url}/wap-frontflex/flexforms`],
    ['Console', `${ccbill.url}/console`],
    ['Buyers’ support', `${ccbill.url}/consumer`],
    ['Callbacks go to', ccbill.settings.callbackUrl],
    ['Callbacks come from', '127.0.0.1'],
    ['clientAccnum', ccbill.settings.clientAccnum],
    ...ccbill.settings.subaccounts.flatMap(subaccountEntries),
    ...dataLinkUsers.flatMap(({ username, password }): [string, string][] => [
      ['DataLink address', `${ccbill.url}/utils/subscriptionManagement.cgi`],
      ['DataLink username', username],
      ['DataLink password', password],
    ]),
  ];
  const verotelEntries: [string, string][] = [
    ['Base address', verotel.url],
    ['Console', `${verotel.url}/console`],
    ['Callbacks go to', verotel.settings.callbackUrl],
    ['Callbacks come from', '127.0.0.1'],
    ...verotel.settings.shops.flatMap(shopEntries),
  ];
  return [
    'Doubles of card companies are running. No money moves. Enter these keys in the settings of the site:',
    '',
    'CCBill',
    table(ccbillEntries),
    '',
    'Verotel FlexPay',
    table(verotelEntries),
    '',
    'Test cards are listed on the payment pages. Ctrl-C stops the doubles; their sales are kept.',
  ].join('\n');
};

/** Lines for a demo, whose settings have the keys already. */
export const shortInstructions = ({ ccbill, verotel }: Pick<Running, 'ccbill' | 'verotel'>): string =>
  [
    'Doubles of card companies (no money moves; test card 4111 1111 1111 1111):',
    table([
      ['CCBill', `${ccbill.url}/console`],
      ['Verotel', `${verotel.url}/console`],
    ]),
  ].join('\n');
