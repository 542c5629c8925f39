import { fieldsOf } from './settlement-fields.ts';
import { settlementSchema } from './settlement.ts';

const INTRODUCTION = `# Settlements

This page lists what \`ledger.settle\` takes. It is made from \`apps/server/src/ledger/settlement.ts\`: \`npm run settlement:document\` writes it, and a
test fails when it is out of date.

A settlement pays one order, whole or not at all, in one call of one function of the database. Amounts are hundredths of a token or of the
site's currency, written as digits; instants are ISO 8601 text. \`functions/ledger-settle.sql\` checks prices and limits, posts the lines
(\`functions/ledger-posting.sql\`), grants, takes from the stock and writes the events. \`functions/subscriptions.sql\` moves subscriptions.
`;

/** Writes docs/domains/settlement.md. */
export const settlementDocument = (): string => {
  const lines = fieldsOf(settlementSchema).map(({ path, depth, type, description }) => {
    const name = path.split('.').at(-1)!;
    const indent = '  '.repeat(depth);
    if (type === 'variant') return `${indent}- Variant ${/\((\d)\)$/.exec(path)![1]}`;
    return `${indent}- \`${name}\`: ${type}${description ? `. ${description}.` : ''}`;
  });
  return `${INTRODUCTION}\n${lines.join('\n')}\n`;
};
