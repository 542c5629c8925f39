/** Markup that is safe to print: every value put into it was escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Printable = string | number | undefined | null | false | Markup | readonly Printable[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const print = (value: Printable): string => {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(print).join('');
  return escape(String(value));
};

/** Builds markup from a template. Values are escaped unless they are markup themselves. */
export const html = (parts: TemplateStringsArray, ...values: readonly Printable[]): Markup =>
  new Markup(parts.map((part, at) => part + print(values[at])).join(''));

const NAMED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Reverses the escaping of an attribute's value. */
export const unescape = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => NAMED[entity] ?? entity);
