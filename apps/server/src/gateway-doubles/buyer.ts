import { cardFields, type TEST_CARDS } from './cards.ts';
import { unescape } from './html.ts';

/** The end of a buyer's visit: the page that was shown last, or the address of the site to which the company sent the buyer. */
export interface Visit {
  status: number;
  page: string;
  returnsTo: string | undefined;
}

const attributeOf = (tag: string, name: string): string | undefined => {
  const match = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return match ? unescape(match[1] ?? '') : undefined;
};

interface PageForm {
  action: string;
  fields: Record<string, string>;
}

/** Reads one form of a page, with the values that it already has. Forms are found by their id. */
const formIn = (page: string, id: string): PageForm => {
  const forms = page.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((text) => attributeOf(text.slice(0, text.indexOf('>') + 1), 'id') === id);
  if (!form) throw new Error(`The page has no form "${id}": ${page.replace(/<style>[\s\S]*?<\/style>/g, '').slice(0, 600)}`);
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => [attributeOf(tag, 'name') ?? '', attributeOf(tag, 'value') ?? '']);
  return { action: attributeOf(form, 'action') ?? '', fields: Object.fromEntries(inputs.filter(([name]) => name !== '')) };
};

/** Follows redirects within the company's site and stops at the first one that leaves it. */
const visit = async (address: string, body?: URLSearchParams): Promise<Visit & { address: string }> => {
  const response = await fetch(address, body ? { method: 'POST', body, redirect: 'manual' } : { redirect: 'manual' });
  const page = await response.text();
  const location = response.headers.get('location');
  if (location === null) return { status: response.status, page, returnsTo: undefined, address };
  const target = new URL(location, address);
  if (target.origin !== new URL(address).origin) return { status: response.status, page, returnsTo: target.href, address };
  return await visit(target.href);
};

const submit = async (from: Visit & { address: string }, id: string, values: Record<string, string> = {}) => {
  const { action, fields } = formIn(from.page, id);
  return await visit(new URL(action, from.address).href, new URLSearchParams({ ...fields, ...values }));
};

/** Drives a company's pages as a browser would: opens the page, fills in its form and sends it. */
export const buyer = {
  /** Opens a page without doing anything on it. */
  open: async (url: string): Promise<Visit> => await visit(url),

  /** Pays with a test card. A card that asks for 3-D Secure stops at that page. */
  pay: async (url: string, card: keyof typeof TEST_CARDS = 'approved', more: Record<string, string> = {}): Promise<Visit> =>
    await submit(await visit(url), 'pay', { ...cardFields(card), ...more }),

  /** Pays with a card that asks for 3-D Secure, then passes or fails the check. */
  challenge: async (url: string, passes: boolean): Promise<Visit> => {
    const asked = await submit(await visit(url), 'pay', cardFields('challenge'));
    return await submit(asked, passes ? 'pass' : 'fail');
  },

  /** Leaves the page by its cancel button. */
  cancel: async (url: string): Promise<Visit> => await submit(await visit(url), 'cancel'),

  /** Sends a form of a page by its id. */
  submit: async (url: string, id: string, values: Record<string, string> = {}): Promise<Visit> =>
    await submit(await visit(url), id, values),
};

export type Buyer = typeof buyer;
