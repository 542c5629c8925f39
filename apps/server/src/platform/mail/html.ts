const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Escapes text as HTML and turns URLs into links. */
export const linkify = (text: string, attributes = ''): string =>
  escapeHtml(text).replace(
    /https?:\/\/\S+?(?=[.,;:!?)]*(?:\s|$|&(?:quot|#39|lt|gt);))/g,
    (url) => `<a href="${url}"${attributes}>${url}</a>`,
  );
