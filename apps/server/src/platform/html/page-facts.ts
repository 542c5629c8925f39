import sanitize from 'sanitize-html';

/** What a page says of itself: Open Graph (ogp.me), or else its title and description. */
export interface PageFacts {
  title: string;
  description: string;
  /** As written: may be relative. */
  image: string | null;
}

const TITLE_LENGTH = 200;
const DESCRIPTION_LENGTH = 300;

const oneLine = (text: string, length: number): string => text.replace(/\s+/g, ' ').trim().slice(0, length);

/** Reads a page's title, description and picture. They are plain text: whoever shows them escapes them. */
export const pageFactsOf = (html: string): PageFacts => {
  const metas = new Map<string, string>();
  let title = '';
  let titles = 0;
  sanitize(html, {
    allowedTags: ['title'],
    allowedAttributes: {},
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript'],
    parser: { decodeEntities: true },
    onOpenTag: (name, attributes) => {
      if (name === 'title') titles += 1;
      const key = attributes['property'] ?? attributes['name'];
      if (name === 'meta' && key && attributes['content'] && !metas.has(key.toLowerCase()))
        metas.set(key.toLowerCase(), attributes['content']);
    },
    textFilter: (text, tagName) => {
      // In pieces, one for each entity.
      if (tagName === 'title' && titles === 1) title += text;
      return '';
    },
  });
  // Text is handed over escaped.
  const plain = title.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return {
    title: oneLine(metas.get('og:title') ?? plain, TITLE_LENGTH),
    description: oneLine(metas.get('og:description') ?? metas.get('description') ?? '', DESCRIPTION_LENGTH),
    image: metas.get('og:image') ?? metas.get('twitter:image') ?? null,
  };
};
