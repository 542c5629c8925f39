import { isId } from '@stagedoor/contract/ids.values';
import { type ItemKind, kindAtPath } from '@stagedoor/contract/items.values';

/** The content that a URL of this site refers to; a show's page is that of its performer, whether or not a show is on air. */
export type ReportedContent =
  | { kind: 'item'; itemKind: ItemKind; id: string }
  | { kind: 'comment'; id: string }
  | { kind: 'account'; username: string; isShow?: true };

const USERNAME = /^[a-z0-9][a-z0-9._-]{2,29}$/;

/** Parses a notice's URL: an item's page, one of its comments (`?comment=`), a profile or a show; undefined for other paths and other sites. */
export const contentAt = (address: string, publicUrl: string): ReportedContent | undefined => {
  const site = new URL(publicUrl);
  let url: URL;
  try {
    url = new URL(address, site);
  } catch {
    return undefined;
  }
  if (url.host !== site.host) return undefined;
  const [first = '', second = '', ...rest] = url.pathname
    .split('/')
    .filter(Boolean)
    .map((part) => part.toLowerCase());
  if (rest.length > 0) return undefined;
  const itemKind = kindAtPath(first);
  const comment = url.searchParams.get('comment');
  if (itemKind !== undefined && isId(second) && comment !== null && isId(comment)) return { kind: 'comment', id: comment };
  if (itemKind !== undefined && isId(second)) return { kind: 'item', itemKind, id: second };
  const username = second === '' ? first : first === 'model' || first === 'live' ? second : '';
  if (!USERNAME.test(username)) return undefined;
  return { kind: 'account', username, ...(first === 'live' && second !== '' ? { isShow: true } : {}) };
};
