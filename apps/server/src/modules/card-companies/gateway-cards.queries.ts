import type { GatewayCard } from '@stagedoor/contract/admin-gateways';
import { GATEWAY_FACTS, GATEWAY_FIELDS, type GatewayName } from '@stagedoor/contract/gateways.values';
import { sql } from 'kysely';
import type { CardGateway, GatewayCheck } from '../../gateways/gateway.ts';
import type { GatewaySettings } from '../../gateways/gateway-settings.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isUnconfirmed } from './cancellations.queries.ts';
import { isUnanswered } from './unanswered.ts';

/** The services that the owner's view of the card companies needs. */
export interface Companies {
  platform: Platform;
  gateways: Gateways;
  settings: GatewaySettings;
}

const DAY_MS = 86_400_000;

interface Figures {
  name: string;
  last_at: Date | null;
  notices: number;
  refused: number;
  forged: number;
  failed: number;
  clock_ahead: number | null;
  unanswered: number;
  refunds_to_do: number;
  cancellations_to_do: number;
}

/** Counts what came from each company within a day, and what waits. */
const readFigures = async ({ database, clock }: Platform, names: readonly string[]): Promise<Map<string, Figures>> => {
  const now = clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<Figures>`
    select g.name,
      (select e.received_at from gateway_events e where e.gateway = g.name order by e.received_at desc limit 1) as last_at,
      (select count(*)::int from gateway_events e where e.gateway = g.name and e.received_at > ${since}) as notices,
      (select count(*)::int from gateway_events e where e.gateway = g.name and e.received_at > ${since}
        and e.outcome in ('amountMismatch', 'unknownOrder')) as refused,
      coalesce((select sum(r.count)::int from gateway_rejections r where r.gateway = g.name and r.outcome = 'forged' and r.last_at > ${since}), 0) as forged,
      coalesce((select sum(r.count)::int from gateway_rejections r where r.gateway = g.name and r.outcome = 'failed' and r.last_at > ${since}), 0) as failed,
      (select extract(epoch from e.sent_at - e.received_at)::float8 from gateway_events e
        where e.gateway = g.name and e.sent_at is not null order by e.received_at desc limit 1) as clock_ahead,
      (select count(*)::int from orders o where ${isUnanswered(now)} and o.gateway = g.name) as unanswered,
      (select count(*)::int from gateway_refunds f where f.gateway = g.name and f.state in ('byOwner', 'failed')) as refunds_to_do,
      (select count(*)::int from gateway_cancellations c where ${isUnconfirmed(now)} and c.gateway = g.name) as cancellations_to_do
    from unnest(${[...names]}::text[]) as g (name)`.execute(database);
  return new Map(rows.map((row) => [row.name, row]));
};

const ONE_UNIT = 1000n;

const cardOf = (
  { platform, settings }: Companies,
  gateway: CardGateway,
  row: { version: number; checked: GatewayCheck[] | null; checked_at: Date | null } | undefined,
  figures: Figures | undefined,
): GatewayCard => {
  const { name } = gateway;
  const values: Readonly<Record<string, string>> = settings.values(name);
  const fields = GATEWAY_FIELDS[name];
  const secrets = fields.filter(({ kind }) => kind === 'secret').map((field) => field.name);
  const confirmed = settings.confirmed(name);
  const currency = platform.settings.get('currency');
  const terms = gateway.termsOf({ amount: ONE_UNIT, currency, recurring: null });
  const { recurring, refund, cancel, poll } = gateway.capabilities;
  return {
    name,
    isOn: settings.isOn(name),
    isReady: gateway.isReady(),
    position: settings.position(name),
    version: row?.version ?? 0,
    values: Object.fromEntries(fields.filter(({ kind }) => kind !== 'secret').map((field) => [field.name, values[field.name] ?? ''])),
    secretsSet: secrets.filter((secret) => values[secret]),
    callbackUrl: `${platform.config.publicUrl}/api/gateways/${name}/callback`,
    can: { recurring, refund, cancel, poll },
    takesCurrency: !('refusal' in terms && terms.refusal === 'currency'),
    currency,
    facts: GATEWAY_FACTS[name].map((fact) => ({ name: fact, confirmedAt: confirmed[fact] ?? null })),
    checks: row?.checked ?? [],
    checkedAt: row?.checked_at?.toISOString() ?? null,
    health: {
      lastNoticeAt: figures?.last_at?.toISOString() ?? null,
      notices: figures?.notices ?? 0,
      refused: figures?.refused ?? 0,
      forged: figures?.forged ?? 0,
      failed: figures?.failed ?? 0,
      clockAhead: figures?.clock_ahead ?? null,
    },
    unanswered: figures?.unanswered ?? 0,
    refundsToDo: figures?.refunds_to_do ?? 0,
    cancellationsToDo: figures?.cancellations_to_do ?? 0,
  };
};

/** The companies in the order in which buyers are offered them. */
export const listGatewayCards = async (companies: Companies): Promise<GatewayCard[]> => {
  const { platform, gateways, settings } = companies;
  const [rows, figures] = await Promise.all([
    platform.database.selectFrom('gateways').select(['name', 'version', 'checked', 'checked_at']).execute(),
    readFigures(
      platform,
      gateways.all.map(({ name }) => name),
    ),
  ]);
  return gateways.all
    .map((gateway) =>
      cardOf(
        companies,
        gateway,
        rows.find(({ name }) => name === gateway.name),
        figures.get(gateway.name),
      ),
    )
    .toSorted((a, b) => settings.position(a.name) - settings.position(b.name));
};

/** @throws CodedError NOT_FOUND for a company that this site doesn't speak to */
export const getGatewayCard = async (companies: Companies, name: GatewayName): Promise<GatewayCard> => {
  const card = (await listGatewayCards(companies)).find((one) => one.name === name);
  if (!card) throw new CodedError('NOT_FOUND');
  return card;
};
