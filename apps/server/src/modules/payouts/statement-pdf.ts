import { createRequire } from 'node:module';
import type { Statement, StatementLine } from '@stagedoor/contract/statements.values';
import { hundredthsOf } from '@stagedoor/contract/statements.values';
import type { Locale } from '@stagedoor/contract/texts/text';
import PDFDocument from 'pdfkit';
import { isTextKey, translate } from '../../platform/texts.ts';

// The PDF of a statement: its figures on the first page, then its lines. For people: what is signed is the JSON.

const { resolve } = createRequire(import.meta.url);
const FONTS = {
  plain: resolve('@expo-google-fonts/hanken-grotesk/400Regular/HankenGrotesk_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/hanken-grotesk/700Bold/HankenGrotesk_700Bold.ttf'),
};

/** In points: A4 with its margins. */
const PAGE = { width: 595.28, height: 841.89, margin: 48, bottom: 72 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const INK = { text: '#1d1219', quiet: '#6b5c66', line: '#e3d9df', gold: '#b07a00', soft: '#fbf5e6' };

/** With more lines than this the table has a row for each day: a page for people, not a file for programs. */
const MAX_LINES = 400;

/** The library draws letters in the order they are stored: marks of direction turn nothing, but would be drawn as boxes. */
export const drawable = (words: string): string => words.replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '');

interface Row {
  at: string;
  what: string;
  title: string;
  gross: bigint | null;
  commission: bigint | null;
  net: bigint;
}

const rowOf = (line: StatementLine, { t, wordOf }: Pick<ReturnType<typeof createWriting>, 't' | 'wordOf'>): Row => {
  const { at, kind, title } = line;
  if (line.type === 'movement') return { at, what: wordOf(kind), title, gross: null, commission: null, net: hundredthsOf(line.amount) };
  const sign = line.type === 'reversal' ? -1n : 1n;
  const [gross, commission, net] = [line.gross, line.commission, line.net].map((amount) => sign * hundredthsOf(amount)) as [
    bigint,
    bigint,
    bigint,
  ];
  // A sale to the performer's own account took its commission from the available amount.
  if (line.own) return { at, what: t('statement.ownLine', { what: wordOf(kind) }), title, gross, commission, net: -commission };
  return { at, what: wordOf(kind), title, gross, commission, net };
};

/** Sums of rows by day (UTC). */
const byDay = (rows: readonly Row[], wordOf: (count: number) => string): Row[] => {
  const days = new Map<string, Row & { count: number }>();
  for (const { at, gross, commission, net } of rows) {
    const key = at.slice(0, 10);
    const day = days.get(key) ?? { at: key, what: '', title: '', gross: 0n, commission: 0n, net: 0n, count: 0 };
    days.set(key, {
      ...day,
      gross: (day.gross ?? 0n) + (gross ?? 0n),
      commission: (day.commission ?? 0n) + (commission ?? 0n),
      net: day.net + net,
      count: day.count + 1,
    });
  }
  return [...days.values()].map(({ count, ...day }) => ({ ...day, what: wordOf(count) }));
};

const COLUMNS = [
  { key: 'at', share: 0.14, align: 'left' },
  { key: 'what', share: 0.42, align: 'left' },
  { key: 'gross', share: 0.15, align: 'right' },
  { key: 'commission', share: 0.14, align: 'right' },
  { key: 'net', share: 0.15, align: 'right' },
] as const;

type TextStyle = Partial<{ size: number; font: string; color: string }> & PDFKit.Mixins.TextOptions;
type TextOf = (key: Parameters<typeof translate>[1], values?: Record<string, unknown>) => string;

/** How a statement's words, sums and dates are written in a language. */
const createWriting = ({ currency }: Statement, locale: Locale) => {
  const t: TextOf = (key, values) => translate(locale, key, values);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const percentFormat = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return {
    t,
    sum: (hundredths: bigint) =>
      money
        .format(Number(hundredths) / 100)
        .replaceAll('\u202f', '\u00a0')
        .replace('-', '−'),
    date: (instant: string) => dateFormat.format(new Date(instant)),
    month: (month: string) => monthFormat.format(new Date(`${month}-15T00:00:00Z`)),
    percent: (rate: bigint) => percentFormat.format(Number(rate) / 10_000),
    wordOf: (kind: string) => {
      const key = `movement.${kind}`;
      return isTextKey(key) ? t(key) : kind;
    },
  };
};

/** The pages, written from the top: `y` is where the next line comes. */
interface Sheet {
  document: PDFKit.PDFDocument;
  writing: ReturnType<typeof createWriting>;
  y: number;
  text(words: string, x: number, y: number, style?: TextStyle): void;
  rule(y: number): void;
}

const createSheet = (statement: Statement, title: string, locale: Locale): Sheet => {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    bufferPages: true,
    font: FONTS.plain,
    info: { Title: title, Author: statement.site },
    lang: locale,
  });
  document.registerFont('plain', FONTS.plain).registerFont('bold', FONTS.bold);
  return {
    document,
    writing: createWriting(statement, locale),
    y: PAGE.margin,
    text(words, x, y, { size = 9.5, font = 'plain', color = INK.text, ...options } = {}) {
      document
        .font(font)
        .fontSize(size)
        .fillColor(color)
        .text(drawable(words), x, y, { lineBreak: false, ...options });
    },
    rule(y) {
      document
        .moveTo(PAGE.margin, y)
        .lineTo(PAGE.margin + WIDTH, y)
        .lineWidth(0.75)
        .strokeColor(INK.line)
        .stroke();
    },
  };
};

/** The head: whose statement, of what, of when. */
const drawHead = (sheet: Sheet, statement: Statement, title: string): void => {
  const { document, text, writing } = sheet;
  const { t, date } = writing;
  document.rect(0, 0, PAGE.width, 8).fill(INK.gold);
  text(new URL(statement.site).host, PAGE.margin, sheet.y, { font: 'bold', size: 11 });
  text(t('statement.kind'), PAGE.margin, sheet.y, { width: WIDTH, align: 'right', color: INK.quiet });
  sheet.y += 40;
  text(title, PAGE.margin, sheet.y, { font: 'bold', size: 26 });
  sheet.y += 40;
  const { name, username } = statement.performer;
  text(`${name} · @${username}`, PAGE.margin, sheet.y, { size: 11, width: WIDTH, ellipsis: true, height: 14 });
  sheet.y += 18;
  const { after, until: end } = statement.period;
  const until = 'month' in statement ? new Date(new Date(end).getTime() - 1).toISOString() : end;
  const period =
    after === null ? t('statement.until', { until: date(until) }) : t('statement.period', { from: date(after), until: date(until) });
  text(period, PAGE.margin, sheet.y, { color: INK.quiet });
  sheet.y += 32;
};

/** The figures: how the opening amount became the closing one, and what was paid. */
const drawFigures = (sheet: Sheet, statement: Statement): void => {
  const { document, text, rule, writing } = sheet;
  const { t, sum, date } = writing;
  const figures: [string, bigint][] = [
    [t('statement.opening'), hundredthsOf(statement.opening)],
    [t('statement.sales', { count: statement.sales.count }), hundredthsOf(statement.sales.net)],
    [t('statement.reversals', { count: statement.reversals.count }), -hundredthsOf(statement.reversals.net)],
    [t('statement.movements', { count: statement.movements.count }), hundredthsOf(statement.movements.amount)],
    ...(statement.own
      ? [[t('statement.own', { count: statement.own.count }), -hundredthsOf(statement.own.commission)] satisfies [string, bigint]]
      : []),
  ];
  for (const [label, amount] of figures) {
    text(label, PAGE.margin, sheet.y, { size: 10.5 });
    text(sum(amount), PAGE.margin, sheet.y, { size: 10.5, width: WIDTH, align: 'right' });
    sheet.y += 22;
    rule(sheet.y - 6);
  }
  const highlight = (label: string, amount: bigint) => {
    document.roundedRect(PAGE.margin, sheet.y, WIDTH, 44, 8).fill(INK.soft);
    text(label, PAGE.margin + 16, sheet.y + 15, { font: 'bold', size: 11 });
    text(sum(amount), PAGE.margin, sheet.y + 11, { font: 'bold', size: 18, width: WIDTH - 16, align: 'right' });
    sheet.y += 56;
  };
  sheet.y += 4;
  highlight(t('statement.closing'), hundredthsOf(statement.closing));
  if ('month' in statement || !statement.paid) return;
  const { paid, payout } = statement;
  highlight(t('statement.paid', { date: date(payout.paidAt) }), hundredthsOf(paid.net));
  const details = { amount: sum(hundredthsOf(paid.amount)), fee: sum(hundredthsOf(paid.fee)), to: payout.destination };
  text(t('statement.paidText', details), PAGE.margin, sheet.y - 4, { color: INK.quiet, width: WIDTH, ellipsis: true, height: 12 });
  sheet.y += 18;
};

/** The sales by the rate of their commission. */
const drawRates = (sheet: Sheet, { rates }: Statement): void => {
  if (rates.length === 0) return;
  const { text, rule, writing } = sheet;
  const { t, sum, percent } = writing;
  sheet.y += 14;
  text(t('statement.rates'), PAGE.margin, sheet.y, { font: 'bold', size: 13 });
  sheet.y += 24;
  const [first, other] = [0.34 * WIDTH, 0.22 * WIDTH];
  const row = (cells: readonly string[], style: { color?: string } = {}) => {
    for (const [index, cell] of cells.entries())
      text(cell, PAGE.margin + (index === 0 ? 0 : first + (index - 1) * other), sheet.y, {
        ...style,
        width: index === 0 ? first : other,
        align: index === 0 ? 'left' : 'right',
      });
    sheet.y += 18;
    rule(sheet.y - 5);
  };
  row([t('statement.rate'), t('statement.gross'), t('statement.commission'), t('statement.net')], { color: INK.quiet });
  for (const { rate, gross, commission, net, count } of rates)
    row([
      t('statement.rateOf', { rate: percent(hundredthsOf(rate)), count }),
      ...[gross, commission, net].map((amount) => sum(hundredthsOf(amount))),
    ]);
};

/** A page of lines begins: its title and the columns' names. */
const drawLinesHead = (sheet: Sheet, isByDay: boolean): void => {
  const { document, text, rule, writing } = sheet;
  document.addPage();
  sheet.y = PAGE.margin;
  text(writing.t(isByDay ? 'statement.days' : 'statement.lines'), PAGE.margin, sheet.y, { font: 'bold', size: 13 });
  sheet.y += 26;
  let x = PAGE.margin;
  for (const { key, share, align } of COLUMNS) {
    text(writing.t(`statement.${key}`), x, sheet.y, { width: share * WIDTH, align, color: INK.quiet });
    x += share * WIDTH;
  }
  sheet.y += 18;
  rule(sheet.y - 5);
};

const drawLine = (sheet: Sheet, { at, what, title, gross, commission, net }: Row): void => {
  const { text, rule, writing } = sheet;
  const { sum, date } = writing;
  const cells = {
    at: date(at),
    what: title ? `${what} · ${title}` : what,
    gross: gross === null ? '' : sum(gross),
    commission: commission === null ? '' : sum(commission),
    net: sum(net),
  };
  let x = PAGE.margin;
  for (const { key, share, align } of COLUMNS) {
    const width = share * WIDTH - (key === 'what' ? 12 : 0);
    text(cells[key], x, sheet.y, { size: 8.5, width, align, ellipsis: true, height: 12, ...(key === 'net' ? { font: 'bold' } : {}) });
    x += share * WIDTH;
  }
  sheet.y += 17;
  rule(sheet.y - 5);
};

/** The lines, on pages of their own. */
const drawLines = (sheet: Sheet, { lines }: Statement): void => {
  const { text, writing } = sheet;
  const { t } = writing;
  const rows = lines.map((line) => rowOf(line, writing));
  const isByDay = rows.length > MAX_LINES;
  const shown = isByDay ? byDay(rows, (count) => t('statement.dayLines', { count })) : rows;
  if (shown.length > 0) drawLinesHead(sheet, isByDay);
  for (const row of shown) {
    if (sheet.y > PAGE.height - PAGE.bottom - 18) drawLinesHead(sheet, isByDay);
    drawLine(sheet, row);
  }
  if (isByDay) text(t('statement.inFile', { count: rows.length }), PAGE.margin, sheet.y + 8, { color: INK.quiet });
};

/** The foot of each page: how the statement is verified, and the page's number. */
const drawFeet = ({ document, text, rule, writing }: Sheet, { site }: Statement, sha256: string): void => {
  const { t } = writing;
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    const foot = PAGE.height - 52;
    rule(foot - 8);
    text(t('statement.verify', { address: `${site}/statements/verify` }), PAGE.margin, foot, { size: 8, color: INK.quiet });
    text(`SHA-256 ${sha256}`, PAGE.margin, foot + 12, { size: 7.5, color: INK.quiet });
    const number = t('statement.page', { page: page - start + 1, pages: count });
    text(number, PAGE.margin, foot, { size: 8, color: INK.quiet, width: WIDTH, align: 'right' });
  }
};

/**
 * Draws a statement in a language.
 * @param sha256 of the signed file, which the footer of each page names
 */
export const drawStatement = (statement: Statement, sha256: string, locale: Locale): Promise<Buffer> => {
  const { t, month } = createWriting(statement, locale);
  const title =
    'month' in statement
      ? t('statement.monthTitle', { month: month(statement.month) })
      : t('statement.payoutTitle', { reference: statement.payout.reference });
  const sheet = createSheet(statement, title, locale);
  const { document } = sheet;
  const pieces: Buffer[] = [];
  const done = new Promise<Buffer>((fulfil, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', () => fulfil(Buffer.concat(pieces)));
    document.on('error', reject);
  });
  drawHead(sheet, statement, title);
  drawFigures(sheet, statement);
  drawRates(sheet, statement);
  drawLines(sheet, statement);
  drawFeet(sheet, statement, sha256);
  document.end();
  return done;
};
