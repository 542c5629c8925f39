import type { GatewayCard } from '@stagedoor/contract/admin-gateways';
import type { GatewayField } from '@stagedoor/contract/gateways.values';

const HUNDREDTHS = /^(\d{1,8})(?:[.,](\d{1,2}))?$/;

/** A stored value as it is typed: amounts with a point, networks one a line. */
export const typedOf = (field: GatewayField, stored: string): string =>
  field.kind === 'amount' && /^\d+$/.test(stored) ? `${stored.slice(0, -2) || '0'}.${stored.slice(-2).padStart(2, '0')}` : stored;

/** Returns typed text as it is stored. Amounts that can't be read stay as they are, so that the server refuses them. */
export const storedOf = (field: GatewayField, typed: string): string => {
  const text = typed.trim();
  const amount = field.kind === 'amount' ? HUNDREDTHS.exec(text) : null;
  return amount ? String(Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0'))) : text;
};

/** The fields of a form that differ from what is stored; secrets only where something was typed. */
export const changesOf = (
  card: Pick<GatewayCard, 'values'>,
  fields: readonly GatewayField[],
  typed: (name: string) => string,
): Record<string, string> => {
  const changes: Record<string, string> = {};
  for (const field of fields) {
    const stored = storedOf(field, typed(field.name));
    const isChanged = field.kind === 'secret' ? stored !== '' : stored !== (card.values[field.name] ?? '');
    if (isChanged) changes[field.name] = stored;
  }
  return changes;
};
