import { z } from 'zod';
import { isTimeZone } from './time-zones.values.ts';
import { hasUnshowable, isVisible, readableText, visibleName } from './visible-text.values.ts';

/** An id: UUIDv7, as a string. */
export const id = z.uuid();

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date();

/**
 * Reads hundredths out of a decimal written as a number or a string. Exact: the digits are read as
 * text, so no sum or product of floats is ever taken.
 *
 * @returns the amount in hundredths, or undefined when it is no decimal with at most two places.
 */
export const parseHundredths = (value: number | string): bigint | undefined => {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(value));
  if (!match) return undefined;
  const hundredths = BigInt(match[2]!) * 100n + BigInt((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -hundredths : hundredths;
};

/** Hundredths as the number that travels in JSON. Exact up to 90 billion. */
export const hundredthsToNumber = (hundredths: bigint): number => Number(hundredths) / 100;

/** The number of an answer as hundredths again; for sums and comparisons in the browser. */
export const numberToHundredths = (value: number): bigint => parseHundredths(value.toFixed(2)) ?? 0n;

/** An amount in a request: tokens or currency, at most two decimals, as hundredths after parsing. */
export const amountInput = z.union([z.number(), z.string().max(20)]).transform((value, context) => {
  const hundredths = parseHundredths(value);
  if (hundredths === undefined) {
    context.addIssue({ code: 'custom', params: { rule: 'amount' } });
    return z.NEVER;
  }
  return hundredths;
});

/** An amount above zero in a request. */
export const positiveAmount = amountInput.refine((value) => value > 0n, { params: { rule: 'positive' } });

/** The greatest amount, in tokens or currency, that anything on the site may be set to. */
export const MAX_AMOUNT = 1_000_000;

/** An amount above zero that has no setting for its bounds. */
export const boundedAmount = positiveAmount.refine((value) => value <= BigInt(MAX_AMOUNT) * 100n, {
  params: { rule: 'tooBig', maximum: MAX_AMOUNT },
});

/** An amount of zero or more in a request. */
export const priceInput = amountInput.refine((value) => value >= 0n, { params: { rule: 'notNegative' } });

export type AmountUnit = 'tokens' | 'money';
/** Inputs that must be payable in the site's currency: a yen has no hundredths. Checked with the settings of the site. */
export const amountUnits = z.registry<{ unit: AmountUnit }>();
const payable =
  (unit: AmountUnit) =>
  <T extends z.ZodType>(schema: T): T => {
    const own = schema.clone();
    amountUnits.add(own, { unit });
    return own;
  };
/** Marks an input of tokens whose worth must be payable. */
export const payableTokens = payable('tokens');
/** Marks an input of money that must be payable. */
export const payableMoney = payable('money');

/** An amount in an answer: a JSON number with at most two decimals. */
export const amount = z.number();

/** A yes or no in a query string. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')]);

/** Ids in a query string, separated by commas or as a repeated parameter. */
export const idList = (max: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (Array.isArray(given) ? given : given.split(',')).map((one) => one.trim()).filter(Boolean))
    .pipe(z.array(id).max(max));

const count = z.coerce.number().int();

export const direction = z.enum(['asc', 'desc']);

/** Paging of every list. Lists add what they can be sorted by with `sortable`. */
export const paging = z.object({
  limit: count.min(1).max(100).default(12),
  offset: count.min(0).max(1_000_000).default(0),
  sort: direction.default('desc'),
});

/** Paging of long public lists, which also take an opaque cursor; it holds for the sort it was answered with. */
export const cursorPaging = paging.extend({ after: z.string().max(800).optional() });

/** Paging of short lists that are shown whole: by default everything, in the list's order. */
export const wholePaging = paging.extend({ limit: count.min(1).max(500).default(500) });

/**
 * A list's query with what it can be sorted by. Every list of rows that are stored can be sorted by `createdAt` and `updatedAt`; where rows
 * never change, both are the same.
 *
 * @param names the first is the default
 * @param natural the default direction: the list's natural order
 */
export const sortable = <Shape extends typeof paging.shape, const Names extends readonly [string, ...string[]]>(
  base: z.ZodObject<Shape>,
  names: Names,
  natural: z.output<typeof direction> = 'desc',
) => base.extend({ sort: direction.default(natural), sortBy: z.enum(names).default(() => names[0] as never) });

/** When a row was made: from an instant on, and before another one. */
export const madeIn = { from: instant.optional(), until: instant.optional() };

/** A list as a CSV file in the caller's language: what its filters let through, newest first. Each download is logged. */
export const csvFile = (name: string) => ({
  costly: true,
  output: z.custom<AsyncIterable<string>>(),
  download: { contentType: 'text/csv', name },
});

/** A list: the page's rows and how many there are in all. Of long lists the total is 1,000 with `isCapped` when there are more. */
export const listOf = <T extends z.ZodType>(row: T) =>
  z.object({ data: z.array(row), total: z.number().int(), isCapped: z.literal(true).optional() });

/** A list with a cursor; `after` is null on the last page. */
export const cursorListOf = <T extends z.ZodType>(row: T) => listOf(row).extend({ after: z.string().nullable() });

/** The answer of calls that have a sentence to show. */
export const message = z.object({ message: z.string() });

/** Response of calls without a result. */
export const done = z.object({ success: z.literal(true) });

/** The name of a time zone in the IANA database, such as `America/Sao_Paulo`. */
export const timeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, { params: { rule: 'timeZone' } });

export const idParams = z.object({ id });

/** An id or a username, as accepted by calls on a performer. */
export const idOrUsernameParams = z.object({ id: z.string().min(1).max(60) });

/** Inputs of free text: what people write to be read by others, or search for. */
export const freeTexts = z.registry<{ max: number }>();

/**
 * Free text without control characters or halves of characters, trimmed. Its marks of direction are balanced, and it is empty when nothing of
 * it can be seen.
 */
export const text = (max: number) => {
  const input = z
    .string()
    .max(max)
    .refine((value) => !hasUnshowable(value), { params: { rule: 'controlCharacters' } });
  freeTexts.add(input, { max });
  return input.transform(readableText);
};

/** Free text of which something can be seen. */
export const visibleText = (max: number) => text(max).refine((value) => value !== '', { params: { rule: 'required' } });

/** One line of free text. */
export const optionalLine = (max: number) => text(max).refine((value) => !/[\r\n]/.test(value), { params: { rule: 'oneLine' } });

/** One line of free text of which something can be seen. */
export const line = (max: number) => optionalLine(max).refine((value) => value !== '', { params: { rule: 'required' } });

/** The name of somebody, as others see it. */
export const displayName = (max: number) =>
  line(max)
    .transform(visibleName)
    .refine((value) => isVisible(value), { params: { rule: 'required' } });

/** A picture as it travels: signed addresses by width, largest last, and a tiny preview. */
export const picture = z.object({
  width: z.number().int(),
  height: z.number().int(),
  thumbhash: z.string().nullable(),
  sources: z.array(z.object({ width: z.number().int(), url: z.string() })),
  /** AVIF renditions in some widths, where they are smaller; created some time after the upload. */
  avif: z.array(z.object({ width: z.number().int(), url: z.string() })).optional(),
  /** Address of an animated picture's silent film, which repeats; created some time after the upload. */
  animation: z.string().optional(),
});
export type Picture = z.output<typeof picture>;

/**
 * A video as it travels: `hls` for adaptive playing (null where no transcoder exists, and of recordings), `mp4` for those that play or
 * keep one file, `previews` a WebVTT list of the small pictures of its timeline. What the lists name is signed, as long as they are.
 */
export const videoFile = z.object({
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  durationSeconds: z.number().nullable(),
  poster: picture.nullable(),
  mp4: z.string().nullable(),
  hls: z.string().nullable(),
  previews: z.string().nullable(),
  /** Languages of the captions; labels are the languages' own names. */
  captions: z.array(z.object({ locale: z.string(), label: z.string(), url: z.string() })),
});
export type VideoFile = z.output<typeof videoFile>;
