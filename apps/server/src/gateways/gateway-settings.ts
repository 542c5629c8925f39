import { GATEWAY_FIELDS, type GatewayFact, type GatewayName } from '@stagedoor/contract/gateways.values';
import { sql } from 'kysely';
import type { Database, Trx } from '../platform/database/database.ts';
import type { Listener } from '../platform/database/listener.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { GatewayCheck } from './gateway.ts';
import { CodedError } from '../platform/errors.ts';

type FieldsOf<N extends GatewayName> = (typeof GATEWAY_FIELDS)[N][number]['name'];
/** All fields of a company as text: entered by the owner, or their defaults. */
export type GatewayValues<N extends GatewayName> = Readonly<Record<FieldsOf<N>, string>>;

/** The owner's settings for each company: cached in memory, and reloaded on every node when they change in the database. */
export interface GatewaySettings {
  values<N extends GatewayName>(name: N): GatewayValues<N>;
  /** All required fields have a value. */
  isComplete(name: GatewayName): boolean;
  /** The owner switched it on: it takes new payments. */
  isOn(name: GatewayName): boolean;
  /** Rank among the companies; the lowest is offered first. */
  position(name: GatewayName): number;
  /** Facts of a company's protocol that a live callback has shown, with the time. */
  confirmed(name: GatewayName): Readonly<Record<string, string>>;
  /** Stores facts that a callback shows for the first time. */
  confirm(name: GatewayName, facts: readonly GatewayFact[]): Promise<void>;
  reload(): Promise<void>;
  /** Called after the settings of any company have changed. */
  onChange(handler: () => void): void;
}

interface Stored {
  isOn: boolean;
  position: number;
  values: Readonly<Record<string, string>>;
  confirmed: Readonly<Record<string, string>>;
}

/** All fields of a company: what was entered, else their defaults. */
export const valuesOf = <N extends GatewayName>(name: N, entered: Readonly<Record<string, string | undefined>>): GatewayValues<N> => {
  const entries = GATEWAY_FIELDS[name].map((field) => [field.name, entered[field.name] ?? field.default]);
  return Object.fromEntries(entries) as GatewayValues<N>;
};

/** The purpose that secrets of a company are sealed for. */
/** The purpose that a card company's secrets are sealed for. */
export const gatewayContext = (name: string): string => `gateway:${name}`;

/** Companies without a row: the sandbox takes payments where the configuration allows it, the others aren't set up. */
const unset = (name: GatewayName): Stored => ({
  isOn: name === 'sandbox',
  position: name === 'sandbox' ? 100 : 0,
  values: {},
  confirmed: {},
});

export const createGatewaySettings = async (
  database: Database,
  encryption: Encryption,
  listener: Pick<Listener, 'listen'> | undefined,
  now: () => Date,
): Promise<GatewaySettings> => {
  let stored = new Map<string, Stored>();
  const handlers: (() => void)[] = [];
  const of = (name: GatewayName): Stored => stored.get(name) ?? unset(name);

  const read = async (): Promise<void> => {
    const rows = await database.selectFrom('gateways').select(['name', 'is_on', 'position', 'options', 'secrets', 'confirmed']).execute();
    stored = new Map(
      rows.map((row) => {
        const secrets = row.secrets ? encryption.decrypt<Record<string, string>>(row.secrets, gatewayContext(row.name)) : {};
        return [row.name, { isOn: row.is_on, position: row.position, values: { ...row.options, ...secrets }, confirmed: row.confirmed }];
      }),
    );
    for (const handler of handlers) handler();
  };
  // Serialized, so that an older result can't overwrite a newer one.
  let reading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read);
    return reading;
  };
  await reload();
  listener?.listen('gateways', reload);

  return {
    values: (name) => valuesOf(name, of(name).values),
    isComplete(name) {
      const { values } = of(name);
      return GATEWAY_FIELDS[name].every((field) => !field.isRequired || (values[field.name] ?? field.default) !== '');
    },
    isOn: (name) => of(name).isOn,
    position: (name) => of(name).position,
    confirmed: (name) => of(name).confirmed,
    async confirm(name, facts) {
      const known = of(name).confirmed;
      const fresh = facts.filter((fact) => !(fact in known));
      if (fresh.length === 0 || !stored.has(name)) return;
      const shown = JSON.stringify(Object.fromEntries(fresh.map((fact) => [fact, now().toISOString()])));
      // A fact that another node stored first keeps its time.
      await sql`update gateways set confirmed = ${shown}::jsonb || confirmed where name = ${name}`.execute(database);
      await reload();
    },
    reload,
    onChange: (handler) => void handlers.push(handler),
  };
};

/** Stores the result of a check. */
export const saveGatewayChecks = async (
  database: Database,
  name: GatewayName,
  checks: readonly GatewayCheck[],
  at: Date,
): Promise<void> => {
  const row = { checked: JSON.stringify(checks), checked_at: at };
  await database
    .insertInto('gateways')
    .values({ name, is_on: unset(name).isOn, position: unset(name).position, version: 0, updated_at: at, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
};

/** Changes to a company's settings. Fields that aren't given stay; an empty text removes what was entered. */
export interface GatewayChange {
  isOn?: boolean | undefined;
  position?: number | undefined;
  values?: Readonly<Record<string, string>> | undefined;
  /** The version that the owner saw. */
  version: number;
}

/**
 * Stores changes, secrets sealed; every node reads them once the transaction has ended.
 * @returns the names of the changed fields
 * @throws CodedError GATEWAY_SETTINGS_CHANGED when somebody changed them meanwhile
 */
export const saveGatewaySettings = async (
  encryption: Encryption,
  trx: Trx,
  name: GatewayName,
  { isOn, position, values = {}, version }: GatewayChange,
  at: Date,
): Promise<string[]> => {
  const row = await trx.selectFrom('gateways').selectAll().where('name', '=', name).forUpdate().executeTakeFirst();
  if ((row?.version ?? 0) !== version) throw new CodedError('GATEWAY_SETTINGS_CHANGED');
  const known = unset(name);
  const secrets: Record<string, string> = row?.secrets ? encryption.decrypt(row.secrets, gatewayContext(name)) : {};
  const options: Record<string, string> = { ...row?.options };
  const changed: string[] = [];
  for (const field of GATEWAY_FIELDS[name]) {
    const value = values[field.name];
    const target = field.kind === 'secret' ? secrets : options;
    if (value === undefined || value === (target[field.name] ?? '')) continue;
    changed.push(field.name);
    if (value === '') delete target[field.name];
    else target[field.name] = value;
  }
  const next = {
    is_on: isOn ?? row?.is_on ?? known.isOn,
    position: position ?? row?.position ?? known.position,
    options: JSON.stringify(options),
    secrets: Object.keys(secrets).length > 0 ? encryption.encrypt(secrets, gatewayContext(name)) : null,
    version: version + 1,
    updated_at: at,
  };
  if (row && next.is_on !== row.is_on) changed.push('isOn');
  if (row && next.position !== row.position) changed.push('position');
  await trx
    .insertInto('gateways')
    .values({ name, ...next })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(next))
    .execute();
  await sql`select pg_notify('gateways', '')`.execute(trx);
  return changed;
};
