import { type HashListProblem } from '@stagedoor/contract/copies.values';
import { z } from 'zod';
import { NotFetched, fetchPublic } from '../../platform/outbound/fetch-public.ts';
import { messageOf } from '../../platform/thrown.ts';
import type { ListedHash } from '../files/index.ts';

/** Lengths of the hashes that lists may have, in hexadecimal digits. */
const DIGITS = { pdq: 64, sha256: 64, md5: 32 } as const;
const PAGE_BYTES = 20_000_000;
const TIMEOUT_MS = 60_000;
const REASON_LENGTH = 200;

/** A list could not be read. The message is for the log. */
export class HashListError extends Error {
  readonly problem: HashListProblem;
  constructor(problem: HashListProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Entries added and withdrawn since a cursor. */
export interface HashListPage {
  added: ListedHash[];
  withdrawn: Pick<ListedHash, 'type' | 'hash'>[];
  /** Start of the next page; null for a list that is always sent whole, so that missing entries are withdrawn. */
  cursor: string | null;
  hasMore: boolean;
}

/** A list of hashes of an outside organization. */
export interface HashList {
  name: string;
  /**
   * Reads a page.
   * @param cursor of the page before; null for the beginning
   * @throws HashListError
   */
  entriesSince(cursor: string | null): Promise<HashListPage>;
}

const entryShape = z
  .object({
    type: z.enum(['pdq', 'sha256', 'md5']),
    hash: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]+$/),
    reason: z.string().default(''),
    withdrawn: z.boolean().default(false),
  })
  .refine(({ type, hash }) => hash.length === DIGITS[type], { message: 'a hash has another length than its type' });
type Entry = z.output<typeof entryShape>;

const pageShape = z.object({
  entries: z.array(entryShape),
  cursor: z.string().min(1).max(500),
  more: z.boolean().default(false),
});

const parsed = <T>(shape: z.ZodType<T>, value: unknown): T => {
  const result = shape.safeParse(value);
  if (!result.success) throw new HashListError('format', z.prettifyError(result.error).slice(0, 300));
  return result.data;
};

const pageOf = (entries: readonly Entry[], rest: Pick<HashListPage, 'cursor' | 'hasMore'>): HashListPage => ({
  // The database takes no NUL in a text.
  added: entries
    .filter(({ withdrawn }) => !withdrawn)
    .map(({ type, hash, reason }) => ({ type, hash, reason: reason.replaceAll('\0', '').slice(0, REASON_LENGTH) })),
  withdrawn: entries.filter(({ withdrawn }) => withdrawn).map(({ type, hash }) => ({ type, hash })),
  ...rest,
});

const jsonPage = (body: string): HashListPage => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new HashListError('format', messageOf(error));
  }
  const { entries, cursor, more } = parsed(pageShape, value);
  return pageOf(entries, { cursor, hasMore: more });
};

/** Lines of `type,hash,reason`, with or without a line of these names; a reason may be in quotes. */
const csvPage = (body: string): HashListPage => {
  const lines = body
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^type\s*,\s*hash/i.test(line));
  const entries = lines.map((line) => {
    const [type = '', hash = '', ...reason] = line.split(',');
    return parsed(entryShape, {
      type: type.trim().toLowerCase(),
      hash,
      reason: reason.join(',').trim().replace(/^"|"$/g, '').replaceAll('""', '"'),
    });
  });
  return pageOf(entries, { cursor: null, hasMore: false });
};

/** @throws HashListError for an address that isn't https, unless its network is allowed */
const addressOf = (address: string, cursor: string | null, isInsecureAllowed: boolean): string => {
  if (!URL.canParse(address)) throw new HashListError('address', 'not an address');
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(isInsecureAllowed && url.protocol === 'http:')) throw new HashListError('address', 'not https');
  if (cursor !== null) url.searchParams.set('since', cursor);
  return url.href;
};

/**
 * A list that is served over https as JSON, page by page, or as CSV, whole (docs/copies.md).
 * @param options.networks in CIDR notation, that may be reached besides the public internet, without https too
 */
export const createFeedList = (
  { name, address, token }: { name: string; address: string; token: string | null },
  { networks, timeoutMs = TIMEOUT_MS }: { networks: readonly string[]; timeoutMs?: number },
): HashList => ({
  name,
  async entriesSince(cursor) {
    const url = addressOf(address, cursor, networks.length > 0);
    const headers = { accept: 'application/json, text/csv', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    // The token goes nowhere else than to the address that was entered.
    const options = { accept: '', headers, maxRedirects: 0, maxBytes: PAGE_BYTES, timeoutMs, networks };
    const { body, contentType } = await fetchPublic(url, options).catch((error: unknown) => {
      const reason = error instanceof NotFetched ? error.reason : undefined;
      const problem = reason === 'address' ? 'address' : reason === 'answer' ? 'refused' : reason === 'size' ? 'tooLarge' : 'unreachable';
      throw new HashListError(problem, messageOf(error));
    });
    const text = body.toString('utf8');
    if (/json/i.test(contentType)) return jsonPage(text);
    if (/csv|text\/plain/i.test(contentType)) return csvPage(text);
    throw new HashListError('format', `answered ${contentType}`);
  },
});
