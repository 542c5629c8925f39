import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Executor, Trx } from './database/database.ts';
import type { RecordYears } from './records.ts';

/** A file of an account that is included in its export. */
export interface ExportedFile {
  /** Name inside the archive, below the module's folder. */
  name: string;
  storageKey: string;
}

/** Data of an erased account that the law requires to keep, and for how long. */
export interface LegalRetention {
  /** Key of the text that says what is kept. */
  what: `personalData.kept.${string}`;
  /** Years after the deletion, or the setting that says how many. */
  years: number | RecordYears;
  /** Of accounts of this role alone. */
  of?: 'performer';
}

/** The personal data of one module. */
export interface ModulePersonalData {
  /** The module's name: the name of its file in the archive. */
  module: string;
  /** The module's tables with rows of accounts: a test finds tables that no module lists. */
  tables: readonly string[];
  /** Everything the module stores about the account, JSON-serializable; without secrets. */
  read(executor: Executor, accountId: string): Promise<{ data: Record<string, unknown>; files?: ExportedFile[] }>;
  /** Deletes or anonymizes what needn't be kept, in the transaction that deletes the account. Idempotent. */
  erase?(trx: Trx, accountId: string): Promise<void>;
  /** What is retained, and why. */
  keeps?: readonly LegalRetention[];
}

/** Registry of the modules' personal data, for exports and deletions. */
export interface PersonalData {
  register(module: ModulePersonalData): void;
  /** In the order of their registration. */
  modules(): readonly ModulePersonalData[];
}

export const createPersonalData = (): PersonalData => {
  const registered = new Map<string, ModulePersonalData>();
  return {
    register(module) {
      if (registered.has(module.module)) throw new Error(`The personal data of ${module.module} is registered twice.`);
      registered.set(module.module, module);
    },
    modules: () => [...registered.values()],
  };
};

/** Columns that hold hundredths and don't end in `amount`. */
const HUNDREDTHS = new Set(['balance', 'balance_after', 'token_value']);
const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const toExportValue = (name: string, value: unknown): unknown => {
  if (typeof value !== 'bigint') return value;
  return name.endsWith('amount') || HUNDREDTHS.has(name) ? hundredthsToNumber(value) : Number(value);
};

/** Columns with who decided or changed something: of the administration, or somebody else. */
const ACTOR = /_by$|^actor_id$/;

/**
 * Rows of a table for an export: camel-case names, amounts as decimals. Binary columns (hashes, encrypted values), and who decided, are
 * never included.
 *
 * @param condition on `t`
 * @param omit further columns to omit: secrets, and keys in storage
 */
export const readRows = async (
  executor: Executor,
  table: string,
  condition: RawBuilder<unknown>,
  omit: readonly string[] = [],
): Promise<Record<string, unknown>[]> => {
  const { rows } = await sql<Record<string, unknown>>`select t.* from ${sql.table(table)} t where ${condition}`.execute(executor);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name, value]) => !Buffer.isBuffer(value) && !ACTOR.test(name) && !omit.includes(name))
        .map(([name, value]) => [camelCase(name), toExportValue(name, value)]),
    ),
  );
};
