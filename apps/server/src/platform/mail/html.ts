const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign]!);

/** Text as HTML, with its addresses made links. */
export const linked = (text: string, attributes = ''): string =>
  escapeHtml(text).replace(
    /https?:\/\/\S+?(?=[.,;:!?)]*(?:\s|$|&(?:quot|#39|lt|gt);))/g,
    (url) => `<a href="${url}"${attributes}>${url}</a>`,
  );
