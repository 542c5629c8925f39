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

interface Row {
  at: string;
  what: string;
  title: string;
  gross: bigint | null;
  commission: bigint | null;
  net: bigint;
}

const rowOf = (line: StatementLine, wordOf: (kind: string) => string): Row => {
  const { at, kind, title } = line;
  if (line.type === 'movement') return { at, what: wordOf(kind), title, gross: null, commission: null, net: hundredthsOf(line.amount) };
  const sign = line.type === 'reversal' ? -1n : 1n;
  const [gross, commission, net] = [line.gross, line.commission, line.net].map((amount) => sign * hundredthsOf(amount)) as [
    bigint,
    bigint,
    bigint,
  ];
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

/**
 * Draws a statement in a language.
 * @param sha256 of the signed file, which the footer of each page names
 */
export const drawStatement = (statement: Statement, sha256: string, locale: Locale): Promise<Buffer> => {
  const t = (key: Parameters<typeof translate>[1], values?: Record<string, unknown>) => translate(locale, key, values);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: statement.currency });
  const sum = (hundredths: bigint) =>
    money
      .format(Number(hundredths) / 100)
      .replaceAll('\u202f', '\u00a0')
      .replace('-', '−');
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const date = (instant: string) => dateFormat.format(new Date(instant));
  const wordOf = (kind: string) => {
    const key = `movement.${kind}`;
    return isTextKey(key) ? t(key) : kind;
  };
  const isMonth = 'month' in statement;
  const title = isMonth
    ? t('statement.monthTitle', { month: monthFormat.format(new Date(`${statement.month}-15T00:00:00Z`)) })
    : t('statement.payoutTitle', { reference: statement.payout.reference });

  const document = new PDFDocument({
    size: 'A4',
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    bufferPages: true,
    font: FONTS.plain,
    info: { Title: title, Author: statement.site },
    lang: locale,
  });
  const pieces: Buffer[] = [];
  const done = new Promise<Buffer>((fulfil, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', () => fulfil(Buffer.concat(pieces)));
    document.on('error', reject);
  });
  document.registerFont('plain', FONTS.plain).registerFont('bold', FONTS.bold);
  const text = (
    words: string,
    x: number,
    y: number,
    {
      size = 9.5,
      font = 'plain',
      color = INK.text,
      ...options
    }: Partial<{ size: number; font: string; color: string }> & PDFKit.Mixins.TextOptions = {},
  ) =>
    document
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(words, x, y, { lineBreak: false, ...options });
  const rule = (y: number, color = INK.line) =>
    document
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.margin + WIDTH, y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke();

  // The head: whose statement, of what, of when.
  let y = PAGE.margin;
  document.rect(0, 0, PAGE.width, 8).fill(INK.gold);
  text(new URL(statement.site).host, PAGE.margin, y, { font: 'bold', size: 11 });
  text(t('statement.kind'), PAGE.margin, y, { width: WIDTH, align: 'right', color: INK.quiet });
  y += 40;
  text(title, PAGE.margin, y, { font: 'bold', size: 26 });
  y += 40;
  text(`${statement.performer.name} · @${statement.performer.username}`, PAGE.margin, y, {
    size: 11,
    width: WIDTH,
    ellipsis: true,
    height: 14,
  });
  y += 18;
  const until = isMonth ? new Date(new Date(statement.period.until).getTime() - 1).toISOString() : statement.period.until;
  text(
    statement.period.after === null
      ? t('statement.until', { until: date(until) })
      : t('statement.period', { from: date(statement.period.after), until: date(until) }),
    PAGE.margin,
    y,
    { color: INK.quiet },
  );
  y += 32;

  // The figures: how the opening amount became the closing one.
  const figures: [string, bigint][] = [
    [t('statement.opening'), hundredthsOf(statement.opening)],
    [t('statement.sales', { count: statement.sales.count }), hundredthsOf(statement.sales.net)],
    [t('statement.reversals', { count: statement.reversals.count }), -hundredthsOf(statement.reversals.net)],
    [t('statement.movements', { count: statement.movements.count }), hundredthsOf(statement.movements.amount)],
  ];
  for (const [label, amount] of figures) {
    text(label, PAGE.margin, y, { size: 10.5 });
    text(sum(amount), PAGE.margin, y, { size: 10.5, width: WIDTH, align: 'right' });
    y += 22;
    rule(y - 6);
  }
  const highlight = (label: string, amount: bigint) => {
    document.roundedRect(PAGE.margin, y, WIDTH, 44, 8).fill(INK.soft);
    text(label, PAGE.margin + 16, y + 15, { font: 'bold', size: 11 });
    text(sum(amount), PAGE.margin, y + 11, { font: 'bold', size: 18, width: WIDTH - 16, align: 'right' });
    y += 56;
  };
  y += 4;
  highlight(t('statement.closing'), hundredthsOf(statement.closing));
  if (!isMonth && statement.paid) {
    const fee = hundredthsOf(statement.paid.fee);
    highlight(t('statement.paid', { date: date(statement.payout.paidAt) }), hundredthsOf(statement.paid.net));
    text(
      t('statement.paidText', { amount: sum(hundredthsOf(statement.paid.amount)), fee: sum(fee), to: statement.payout.destination }),
      PAGE.margin,
      y - 4,
      { color: INK.quiet, width: WIDTH, ellipsis: true, height: 12 },
    );
    y += 18;
  }

  if (statement.rates.length > 0) {
    y += 14;
    text(t('statement.rates'), PAGE.margin, y, { font: 'bold', size: 13 });
    y += 24;
    const [first, other] = [0.34 * WIDTH, 0.22 * WIDTH];
    const row = (cells: readonly string[], style: { color?: string } = {}) => {
      for (const [index, cell] of cells.entries())
        text(cell, PAGE.margin + (index === 0 ? 0 : first + (index - 1) * other), y, {
          ...style,
          width: index === 0 ? first : other,
          align: index === 0 ? 'left' : 'right',
        });
      y += 18;
      rule(y - 5);
    };
    row([t('statement.rate'), t('statement.gross'), t('statement.commission'), t('statement.net')], { color: INK.quiet });
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
    for (const { rate, gross, commission, net, count } of statement.rates)
      row([
        t('statement.rateOf', { rate: percent.format(Number(hundredthsOf(rate)) / 10_000), count }),
        ...[gross, commission, net].map((amount) => sum(hundredthsOf(amount))),
      ]);
  }

  // The lines, on pages of their own.
  const rows = statement.lines.map((line) => rowOf(line, wordOf));
  const isByDay = rows.length > MAX_LINES;
  const shown = isByDay ? byDay(rows, (count) => t('statement.dayLines', { count })) : rows;
  const head = () => {
    document.addPage();
    y = PAGE.margin;
    text(t(isByDay ? 'statement.days' : 'statement.lines'), PAGE.margin, y, { font: 'bold', size: 13 });
    y += 26;
    let x = PAGE.margin;
    for (const { key, share, align } of COLUMNS) {
      text(t(`statement.${key}`), x, y, { width: share * WIDTH, align, color: INK.quiet });
      x += share * WIDTH;
    }
    y += 18;
    rule(y - 5);
  };
  if (shown.length > 0) head();
  for (const { at, what, title: name, gross, commission, net } of shown) {
    if (y > PAGE.height - PAGE.bottom - 18) head();
    const cells = {
      at: date(at),
      what: name ? `${what} · ${name}` : what,
      gross: gross === null ? '' : sum(gross),
      commission: commission === null ? '' : sum(commission),
      net: sum(net),
    };
    let x = PAGE.margin;
    for (const { key, share, align } of COLUMNS) {
      const width = share * WIDTH - (key === 'what' ? 12 : 0);
      text(cells[key], x, y, { size: 8.5, width, align, ellipsis: true, height: 12, ...(key === 'net' ? { font: 'bold' } : {}) });
      x += share * WIDTH;
    }
    y += 17;
    rule(y - 5);
  }
  if (isByDay) text(t('statement.inFile', { count: rows.length }), PAGE.margin, y + 8, { color: INK.quiet });

  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    const foot = PAGE.height - 52;
    rule(foot - 8);
    text(t('statement.verify', { address: `${statement.site}/statements/verify` }), PAGE.margin, foot, { size: 8, color: INK.quiet });
    text(`SHA-256 ${sha256}`, PAGE.margin, foot + 12, { size: 7.5, color: INK.quiet });
    text(t('statement.page', { page: page - start + 1, pages: count }), PAGE.margin, foot, {
      size: 8,
      color: INK.quiet,
      width: WIDTH,
      align: 'right',
    });
  }
  document.end();
  return done;
};
