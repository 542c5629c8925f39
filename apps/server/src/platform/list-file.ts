import type { AuditAction } from '@stagedoor/contract/audit.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Locale } from '@stagedoor/contract/texts/text';
import { CSV_BOM, csvLine } from './csv.ts';
import { recordAudit, transact } from './database/database.ts';
import { type Listed, batchesOf } from './listed.ts';
import type { Platform } from './platform.ts';
import { isTextKey, translate } from './texts.ts';

/** Rows read at once: any number of them takes no more memory than this. */
const BATCH = 1000;

export type Cell = string | number | null;

/** The words for a row's values, in the language of the file. */
export interface FileWords {
  /** The text of a value, such as that of a state; the value itself when it has none. */
  of(prefix: string, value: string): string;
  /** An amount of hundredths: a point and two decimals, whatever the language. */
  amount(value: bigint | null): string | null;
  instant(value: Date | null): string | null;
}

/** A column of a file, with the key of its heading. */
export interface FileColumn<Row> {
  title: string;
  cell: (row: Row, words: FileWords) => Cell;
}

export interface ListFile<Row> {
  listed: Listed<Row>;
  columns: readonly FileColumn<Row>[];
}

/** A list of the administration, whose downloads are audited. */
export interface AuditedFile<Row> extends ListFile<Row> {
  action: AuditAction;
  /** The filters, as the log tells them. */
  filter: Readonly<Record<string, unknown>>;
}

const wordsIn = (locale: Locale): FileWords => {
  const known = new Map<string, string>();
  return {
    of(prefix, value) {
      const key = `${prefix}${value}`;
      let word = known.get(key);
      if (word === undefined) known.set(key, (word = isTextKey(key) ? translate(locale, key) : value));
      return word;
    },
    amount: (value) => (value === null ? null : hundredthsToNumber(value).toFixed(2)),
    instant: (value) => value?.toISOString() ?? null,
  };
};

/** A list as CSV for spreadsheets, newest first, read in batches. Rows that come in meanwhile are not in the file. */
export const fileOf = async <Row extends { id: string }>(
  { database }: Pick<Platform, 'database'>,
  locale: Locale,
  { listed, columns }: ListFile<Row>,
): Promise<AsyncIterable<string>> => {
  const words = wordsIn(locale);
  const lineOf = (row: Row): string => csvLine(columns.map(({ cell }) => cell(row, words)));
  const batches = batchesOf(database, listed, BATCH);
  // The first batch is read before anything is sent, so that a failure can still be an error response.
  const first = await batches.next();
  return (async function* pieces() {
    yield CSV_BOM + csvLine(columns.map(({ title }) => words.of('export.list.', title)));
    if (!first.done) yield first.value.map(lineOf).join('');
    for await (const batch of batches) yield batch.map(lineOf).join('');
  })();
};

/** The file of a list of the administration. The download is audited before anything is sent. */
export const exportList = async <Row extends { id: string }>(
  platform: Platform,
  adminId: string,
  locale: Locale,
  { action, filter, ...list }: AuditedFile<Row>,
): Promise<AsyncIterable<string>> => {
  const file = await fileOf(platform, locale, list);
  const entry = { actorId: adminId, action, objectKind: 'list', objectId: null, detail: { ...filter }, at: platform.clock.now() };
  await transact(platform.database, undefined, (trx) => recordAudit(trx, entry));
  return file;
};
