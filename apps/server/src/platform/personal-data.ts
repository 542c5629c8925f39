import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Trx } from './database/database.ts';

/** A file of an account's that goes into its export as it is. */
export interface ExportedFile {
  /** Name inside the archive, below the module's folder. */
  name: string;
  storageKey: string;
}

/** Why something of an erased account is kept, and until when. */
export interface KeptByLaw {
  /** Key of the text that says what is kept. */
  what: `personalData.kept.${string}`;
  /** Years after the deletion. */
  years: number;
  /** Of accounts of this role alone. */
  of?: 'performer';
}

/** What one module keeps of an account. */
export interface PersonalDataOf {
  /** The module's name: the name of its file in the archive. */
  module: string;
  /** Tables whose rows belong to accounts and are this module's to tell of: a test finds those that nobody names. */
  tables: readonly string[];
  /** Everything the module keeps of the account, as JSON can carry it; secrets left out. */
  read(executor: Executor, accountId: string): Promise<{ data: Record<string, unknown>; files?: ExportedFile[] }>;
  /** Erases or makes nameless what may go, in the transaction that deletes the account. Bears repeating. */
  erase?(trx: Trx, accountId: string): Promise<void>;
  /** What of it stays, and why. */
  keeps?: readonly KeptByLaw[];
}

/** Where every module says what it keeps of people: exports and deletions walk through all of them. */
export interface PersonalData {
  register(module: PersonalDataOf): void;
  /** In the order of their registration. */
  modules(): readonly PersonalDataOf[];
}

export const createPersonalData = (): PersonalData => {
  const known = new Map<string, PersonalDataOf>();
  return {
    register(module) {
      if (known.has(module.module)) throw new Error(`The personal data of ${module.module} is registered twice.`);
      known.set(module.module, module);
    },
    modules: () => [...known.values()],
  };
};

/** Columns that hold hundredths and don't end in `amount`. */
const HUNDREDTHS = new Set(['balance', 'balance_after', 'token_value']);
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const readable = (name: string, value: unknown): unknown => {
  if (typeof value !== 'bigint') return value;
  return name.endsWith('amount') || HUNDREDTHS.has(name) ? hundredthsToNumber(value) : Number(value);
};

/**
 * Rows of a table as an archive shows them: names as they travel, amounts as decimals. What is kept as bytes (hashes, what is sealed) is
 * never among them.
 *
 * @param condition over `t`
 * @param leaveOut columns that are nobody's business: secrets, and places in storage
 */
export const readRows = async (
  executor: Executor,
  table: string,
  condition: RawBuilder<unknown>,
  leaveOut: readonly string[] = [],
): Promise<Record<string, unknown>[]> => {
  const { rows } = await sql<Record<string, unknown>>`select t.* from ${sql.table(table)} t where ${condition}`.execute(executor);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name, value]) => !Buffer.isBuffer(value) && !leaveOut.includes(name))
        .map(([name, value]) => [camel(name), readable(name, value)]),
    ),
  );
};
