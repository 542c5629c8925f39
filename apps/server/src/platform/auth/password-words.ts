import type { PasswordWords } from './password-judge.ts';

/** The person that a password is for. */
export interface PasswordOwner {
  username: string;
  email: string;
  /** Display name, first and last names. */
  names: readonly string[];
  /** `YYYY-MM-DD`. */
  dateOfBirth: string | null;
}

/** Shorter words occur in anything. */
const MIN_WORD = 3;
/** Each word lengthens the judgment. */
const MAX_WORDS = 60;

/** A text, its parts between marks and spaces, and the text without them; each with and without accents. */
const formsOf = (text: string): string[] => {
  const lower = text.toLowerCase().trim();
  return [lower, lower.normalize('NFD').replace(/\p{M}/gu, '')].flatMap((form) => {
    const parts = form.split(/[^\p{L}\p{N}]+/u);
    return [form, parts.join(''), ...parts];
  });
};

/** The ways of writing a day that people use in passwords. */
const formsOfDay = (day: string): string[] => {
  const [year = '', month = '', date = ''] = day.split('-');
  const short = year.slice(2);
  const orders = [
    [year, month, date],
    [date, month, year],
    [month, date, year],
    [short, month, date],
    [date, month, short],
    [month, date, short],
  ];
  return [
    year,
    date + month,
    month + date,
    ...orders.flatMap((order) => [order.join(''), order.join('-'), order.join('.'), order.join('/')]),
  ];
};

const listOf = (words: readonly string[]): string[] => [...new Set(words)].filter((word) => word.length >= MIN_WORD).slice(0, MAX_WORDS);

/** The words of one person: names, the address and its parts, the day of birth. */
export const wordsOfOwner = ({ username, email, names, dateOfBirth }: PasswordOwner): string[] => {
  const [local = '', domain = ''] = email.split('@');
  return listOf([
    ...formsOf(username),
    ...names.flatMap(formsOf),
    email.toLowerCase(),
    ...formsOf(local),
    ...wordsOfHost(domain),
    ...(dateOfBirth ? formsOfDay(dateOfBirth) : []),
  ]);
};

/** A host's name and its parts, but for the top-level domain and `www`. */
const wordsOfHost = (host: string): string[] => {
  const labels = host.toLowerCase().split('.');
  const named = (labels.length > 1 ? labels.slice(0, -1) : labels).filter((label) => label !== 'www');
  return [host.toLowerCase(), ...named.flatMap(formsOf)];
};

/** The words of the site: its name, its host and the product's name. */
export const wordsOfSite = (siteName: string, publicUrl: string): string[] =>
  listOf([...formsOf(siteName), ...wordsOfHost(new URL(publicUrl).hostname), 'stagedoor']);

export const passwordWords = (owner: PasswordOwner, site: { name: string; publicUrl: string }): PasswordWords => ({
  own: wordsOfOwner(owner),
  site: wordsOfSite(site.name, site.publicUrl),
});
