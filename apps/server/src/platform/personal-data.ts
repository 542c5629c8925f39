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
}

/** What one module keeps of an account. */
export interface PersonalDataOf {
  /** The module's name: the name of its file in the archive. */
  module: string;
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
