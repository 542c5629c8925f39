import { z } from 'zod';

// Both Node and browsers have it; the contract knows the types of neither.
declare const URL: { canParse(address: string): boolean; new (address: string): { hostname: string } };

const MAX_BYTES = 254;
const MAX_LOCAL_BYTES = 64;
const MAX_DOMAIN_LENGTH = 253;

/** Parts between dots, of letters and digits of any script and the few signs that mail providers give out. */
const LOCAL_PART = /^[\p{L}\p{N}_'+-][\p{L}\p{M}\p{N}_'+-]*(?:\.[\p{L}\p{N}_'+-][\p{L}\p{M}\p{N}_'+-]*)*$/u;
/** Labels of a domain as it is typed: a URL parser would take `/`, `%` or `:` for more than a name. */
const TYPED_DOMAIN = /^[\p{L}\p{N}-][\p{L}\p{M}\p{N}.\u3002-]*$/u;
/** Labels of a domain as DNS knows it. The last one isn't a number, which would make the domain an IP address. */
const ASCII_DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** In UTF-8. */
const bytesOf = (text: string): number => encodeURIComponent(text).replace(/%../g, '.').length;

/** Compatibility forms (full-width letters, ligatures) become plain ones. Twice, because lower case can decompose a letter (`İ`). */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/** @returns the domain's A-labels in lower case, as `url.domainToASCII`, which browsers lack; undefined for no domain */
const asciiDomain = (domain: string): string | undefined => {
  if (!TYPED_DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return undefined;
  const { hostname } = new URL(`http://${domain}`);
  return hostname.length <= MAX_DOMAIN_LENGTH && ASCII_DOMAIN.test(hostname) ? hostname : undefined;
};

/**
 * The one form in which mail addresses are stored, compared and searched for: NFKC, lower case, the domain as A-labels
 * (`Info@Bücher.example` is `info@xn--bcher-kva.example`).
 *
 * @returns undefined for what is no address: a second @, unseen characters, parts that are too long
 */
export const normalEmail = (value: string): string | undefined => {
  const address = folded(value.trim());
  const at = address.indexOf('@');
  if (at < 0 || UNSEEN.test(address)) return undefined;
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
  if (domain === undefined || !LOCAL_PART.test(local) || bytesOf(local) > MAX_LOCAL_BYTES) return undefined;
  const normal = `${local}@${domain}`;
  return bytesOf(normal) <= MAX_BYTES ? normal : undefined;
};

/** Returns the name typed to log in: an address in its normal form, or a username or malformed address in lower case. */
export const normalLogin = (value: string): string => normalEmail(value) ?? value.trim().toLowerCase();

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * The beginning of a normal address, for a search by what was typed so far. A last label beyond ASCII may be unfinished, so it stands for
 * all A-labels, by what they begin with.
 */
export const emailPrefix = (value: string): string => {
  const typed = folded(value.trim());
  const [local, domain, ...rest] = typed.split('@');
  if (domain === undefined || rest.length > 0 || isAscii(domain)) return typed;
  const labels = domain.split(/[.\u3002]/);
  const last = labels.pop()!;
  const before = labels.length === 0 ? '' : asciiDomain(`${labels.join('.')}.example`)?.replace(/example$/, '');
  return before === undefined ? typed : `${local}@${before}${isAscii(last) ? last : 'xn--'}`;
};

/** A mail address in a request; its normal form after parsing. */
export const email = z
  .string()
  .max(MAX_BYTES)
  .meta({ format: 'email' })
  .transform((value, context) => {
    const normal = normalEmail(value);
    if (normal !== undefined) return normal;
    context.addIssue({ code: 'custom', params: { rule: 'email' } });
    return z.NEVER;
  });
