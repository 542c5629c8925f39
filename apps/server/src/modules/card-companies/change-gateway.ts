import { GATEWAY_FIELDS, type GatewayField, type GatewayName } from '@stagedoor/contract/gateways.values';
import { isIP } from 'node:net';
import { saveGatewayChecks, saveGatewaySettings } from '../../gateways/gateway-settings.ts';
import { type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Companies } from './gateway-cards.queries.ts';

type Rule = 'invalid' | 'webAddress' | 'network' | 'required';

const isNetwork = (line: string): boolean => {
  const [address = '', bits, ...rest] = line.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
};

const isAddress = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, search, hash } = new URL(value);
  if (username !== '' || search !== '' || hash !== '') return false;
  // Doubles of the companies run on this machine.
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
};

/** The rule that a value breaks; null when it is right. An empty value removes what was entered. */
const problemOf = (field: GatewayField, value: string): Rule | null => {
  if (value === '') return null;
  const [shortest, longest] = field.length ?? [1, 40];
  switch (field.kind) {
    case 'digits':
      return /^\d+$/.test(value) && value.length >= shortest && value.length <= longest ? null : 'invalid';
    case 'key':
      return /^[\x21-\x7e]{1,120}$/.test(value) ? null : 'invalid';
    case 'secret':
      return /^[\x20-\x7e]{1,200}$/.test(value) ? null : 'invalid';
    case 'address':
      return isAddress(value) ? null : 'webAddress';
    case 'networks':
      return value.split('\n').every((line) => line.trim() === '' || isNetwork(line.trim())) ? null : 'network';
    case 'amount':
      return /^\d{1,10}$/.test(value) ? null : 'invalid';
    case 'choice':
      return field.options?.includes(value) ? null : 'invalid';
    case 'yes':
      return value === 'yes' ? null : 'invalid';
    case 'text':
      return value.length <= 120 && !/[\p{Cc}\p{Cf}]/u.test(value) ? null : 'invalid';
  }
};

/** @throws FieldsError for unknown fields and values that don't fit */
const checkValues = (name: GatewayName, values: Readonly<Record<string, string>>): Record<string, string> => {
  const fields: readonly GatewayField[] = GATEWAY_FIELDS[name];
  const problems: { property: string; rule: string }[] = [];
  const checked: Record<string, string> = {};
  for (const [key, given] of Object.entries(values)) {
    const field = fields.find((one) => one.name === key);
    const value = given.trim();
    const rule = field ? problemOf(field, value) : 'invalid';
    if (rule) problems.push({ property: `values.${key}`, rule });
    else checked[key] = value;
  }
  if (problems.length > 0) throw new FieldsError(problems);
  return checked;
};

export interface GatewayEdit {
  version: number;
  isOn?: boolean | undefined;
  values?: Readonly<Record<string, string>> | undefined;
}

/**
 * Changes a company's settings, or switches it; audited by the names of the fields, never their values.
 * @throws FieldsError; CodedError NOT_FOUND, GATEWAY_SETTINGS_CHANGED, GATEWAY_INCOMPLETE when it is switched on without what it needs
 */
export const changeGateway = async (
  { platform, gateways, settings }: Companies,
  adminId: string,
  name: GatewayName,
  { version, isOn, values = {} }: GatewayEdit,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  if (!gateways.find(name)) throw new CodedError('NOT_FOUND');
  const checked = checkValues(name, values);
  const known: Readonly<Record<string, string>> = settings.values(name);
  const missing = GATEWAY_FIELDS[name].filter((field) => field.isRequired && (checked[field.name] ?? known[field.name] ?? '') === '');
  if (missing.length > 0 && (isOn ?? settings.isOn(name)))
    throw new CodedError('GATEWAY_INCOMPLETE', { fields: missing.map((field) => field.name) });
  await transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    const changed = await saveGatewaySettings(platform.encryption, trx, name, { version, isOn, values: checked }, at);
    if (changed.length > 0)
      await recordAudit(trx, {
        actorId: adminId,
        action: isOn === undefined ? 'settings.gatewayChanged' : isOn ? 'settings.gatewayOn' : 'settings.gatewayOff',
        objectKind: 'gateway',
        objectId: null,
        detail: { gateway: name, fields: changed.filter((field) => field !== 'isOn').join(', ') },
        at,
      });
    return {};
  });
  await settings.reload();
};

/** Sets the order in which buyers are offered the companies; those that aren't named follow as they were. */
export const orderGateways = async (
  { platform, gateways, settings }: Companies,
  adminId: string,
  names: readonly GatewayName[],
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const rest = gateways.all
    .map(({ name }) => name)
    .filter((name) => !names.includes(name))
    .toSorted((a, b) => settings.position(a) - settings.position(b));
  const all = [...new Set([...names, ...rest])].filter((name) => gateways.find(name));
  await transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    for (const [position, name] of all.entries()) {
      const row = await trx.selectFrom('gateways').select('version').where('name', '=', name).executeTakeFirst();
      await saveGatewaySettings(platform.encryption, trx, name, { version: row?.version ?? 0, position }, at);
    }
    await recordAudit(trx, {
      actorId: adminId,
      action: 'settings.gatewayOrdered',
      objectKind: 'gateway',
      objectId: null,
      detail: { order: all.join(', ') },
      at,
    });
    return {};
  });
  await settings.reload();
};

/** Tries a company's settings at the company, and stores the result. @throws CodedError NOT_FOUND */
export const checkGateway = async ({ platform, gateways }: Companies, name: GatewayName): Promise<void> => {
  const gateway = gateways.find(name);
  if (!gateway) throw new CodedError('NOT_FOUND');
  await saveGatewayChecks(platform.database, name, await gateway.check(), platform.clock.now());
};
