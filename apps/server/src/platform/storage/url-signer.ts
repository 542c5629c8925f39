import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR_SECONDS = 3600;
const MAX_CACHED = 50_000;

/** The query of a signed URL. */
export interface FileAddress {
  /** Its end, in seconds since 1970. */
  e?: string;
  /** Signature. */
  s?: string;
  /** Content type. */
  t?: string;
  /** Name to save the file under. */
  n?: string;
  /** The account whose sessions alone may open it. */
  v?: string;
}

export interface UrlSigner {
  /** The signed URL of a key. `contentType` is only for keys whose file extension doesn't determine it. */
  of(key: string, contentType?: string, now?: number): string;
  /** A signed URL that saves a file under a name, for some seconds. */
  download(key: string, as: { contentType: string; name: string }, seconds: number, now?: number): string;
  /** A signed URL that only a session of an account opens, for some seconds. */
  own(key: string, contentType: string, accountId: string, seconds: number, now?: number): string;
  /** The signed URL of a key with a given expiry (seconds since 1970), such as that of another URL. */
  until(key: string, expires: string): string;
  isValid(key: string, address: FileAddress, now?: number): boolean;
}

/** The key in a signed URL; null for any other address. */
export const keyOfAddress = (address: string): string | null => /^\/files\/([^?]+)\?/.exec(address)?.[1] ?? null;

/**
 * Signs URLs: key, expiry and signature. The expiry is the end of the next full hour, so that a URL is valid for one to
 * two hours and stays the same within an hour.
 */
export const createUrlSigner = (secret: string): UrlSigner => {
  const sign = (key: string, expires: string, contentType: string, name = '', accountId = ''): string =>
    createHmac('sha256', secret)
      .update(`${key}\n${expires}\n${contentType}${name && `\n${name}`}${accountId && `\n\n${accountId}`}`)
      .digest('base64url')
      .slice(0, 32);
  let window = 0;
  let cache = new Map<string, string>();
  return {
    of(key, contentType = '', now = Date.now()) {
      const hour = Math.floor(now / 1000 / HOUR_SECONDS);
      if (hour !== window || cache.size >= MAX_CACHED) {
        window = hour;
        cache = new Map();
      }
      const name = contentType ? `${key} ${contentType}` : key;
      const known = cache.get(name);
      if (known) return known;
      const expires = String((hour + 2) * HOUR_SECONDS);
      const type = contentType ? `&t=${encodeURIComponent(contentType)}` : '';
      const address = `/files/${key}?e=${expires}&s=${sign(key, expires, contentType)}${type}`;
      cache.set(name, address);
      return address;
    },
    download(key, { contentType, name }, seconds, now = Date.now()) {
      const expires = String(Math.floor(now / 1000) + seconds);
      const query = new URLSearchParams({ e: expires, s: sign(key, expires, contentType, name), t: contentType, n: name });
      return `/files/${key}?${query.toString()}`;
    },
    own(key, contentType, accountId, seconds, now = Date.now()) {
      const expires = String(Math.floor(now / 1000) + seconds);
      const query = new URLSearchParams({ e: expires, s: sign(key, expires, contentType, '', accountId), t: contentType, v: accountId });
      return `/files/${key}?${query.toString()}`;
    },
    until: (key, expires) => `/files/${key}?e=${expires}&s=${sign(key, expires, '')}`,
    isValid(key, { e: expires = '', s: signature = '', t: contentType = '', n: name = '', v: accountId = '' }, now = Date.now()) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < now) return false;
      const expected = Buffer.from(sign(key, expires, contentType, name, accountId));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};
