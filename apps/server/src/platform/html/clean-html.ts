import { LRUCache } from 'lru-cache';
import sanitize from 'sanitize-html';

const MAX_CACHED = 300;
const MAX_CACHED_CHARACTERS = 2_000_000;

/** Allowed HTML in the site's content: structure, emphasis and links; no styles, scripts or frames. */
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

const cache = new LRUCache<string, string>({
  max: MAX_CACHED,
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (value, key) => value.length + key.length + 1,
});

/**
 * Sanitizes HTML. Called on write and again on read, so that stricter rules apply to stored content too; results are cached.
 */
export const cleanHtml = (html: string): string => {
  const cached = cache.get(html);
  if (cached !== undefined) return cached;
  const clean = sanitize(html, RULES);
  cache.set(html, clean);
  return clean;
};
