import { LRUCache } from 'lru-cache';
import sanitize from 'sanitize-html';

const MAX_CACHED = 300;
const MAX_CACHED_CHARACTERS = 2_000_000;

/** What the site's own words may be made of: structure, emphasis, links, pictures of our own; no styles, no scripts, no frames. */
const RULES: sanitize.IOptions = {
  allowedTags: 'h2 h3 h4 p br hr blockquote pre code ul ol li strong b em i u s sub sup a table thead tbody tr th td'.split(' '),
  allowedAttributes: { a: ['href', 'rel', 'target'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'], ol: ['start'] },
  allowedSchemes: ['https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    h1: 'h2',
    a: (tagName, attributes) => {
      const href = attributes['href'] ?? '';
      const isOutside = /^https:/i.test(href.trim());
      return {
        tagName,
        attribs: {
          ...(href ? { href } : {}),
          ...(isOutside ? { rel: 'noopener noreferrer nofollow', target: '_blank' } : {}),
        },
      };
    },
  },
};

const cleaned = new LRUCache<string, string>({
  max: MAX_CACHED,
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (value, key) => value.length + key.length + 1,
});

/**
 * HTML that may stand in our pages. Called when something is written and again when it is read, so that a stricter rule holds for what
 * was kept before; the same text is cleaned once.
 */
export const cleanHtml = (html: string): string => {
  const known = cleaned.get(html);
  if (known !== undefined) return known;
  const clean = sanitize(html, RULES);
  cleaned.set(html, clean);
  return clean;
};
