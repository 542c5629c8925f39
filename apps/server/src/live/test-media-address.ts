import { z } from 'zod';
import { failureCodesOf, isCertificateCode } from '../platform/outbound/failure-codes.ts';
import { rootOf } from './show-addresses.ts';

const TIMEOUT_MS = 8000;

/** Says in the answer of `about` that a media address is this software's. */
export const MEDIA_SERVER = 'stagedoor';

/** Answer of `{address}/{application}/about`. */
export interface MediaAbout {
  server: string;
  /** Public mark of a site, to tell it from others. */
  site: string;
}

/**
 * The reason why a media address can't be used.
 * - mediaScheme: browsers can't request it
 * - mediaInsecure: it is http, and pages of a site on https may not use it
 * - mediaNoServer: nobody answers
 * - mediaTls: its certificate isn't accepted
 * - mediaForeign: what answers isn't this site's media
 * - mediaCors: browsers may not read its answers on this site's pages
 */
export interface MediaAddressProblem {
  rule: 'mediaScheme' | 'mediaInsecure' | 'mediaNoServer' | 'mediaTls' | 'mediaForeign' | 'mediaCors';
  /** The system's code, or the status of the answer. */
  values: { found: string };
}

export interface MediaAddressTest {
  address: string;
  /** Performers' programs publish by RTMP there, which isn't tried. */
  takesRtmp?: boolean;
  appName: string;
  publicUrl: string;
  /** Mark of this site. */
  site: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
}

const isAbout = (text: string, site: string): boolean => {
  try {
    return z.object({ server: z.literal(MEDIA_SERVER), site: z.literal(site) }).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

/** Requests a media address as a page of this site would. @returns null when its media can be played there */
export const testMediaAddress = async (options: MediaAddressTest): Promise<MediaAddressProblem | null> => {
  const { address, takesRtmp = false, appName, publicUrl, site, fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS } = options;
  const problem = (rule: MediaAddressProblem['rule'], found: string): MediaAddressProblem => ({ rule, values: { found } });
  const scheme = /^(rtmps?):/i.exec(address)?.[1];
  if (address === '' || (scheme && takesRtmp)) return null;
  if (scheme) return problem('mediaScheme', scheme.toLowerCase());
  const { origin } = new URL(publicUrl);
  const url = `${rootOf(address, publicUrl)}/${encodeURIComponent(appName)}/about`;
  if (!URL.canParse(url)) return problem('mediaNoServer', 'ERR_INVALID_URL');
  if (origin.startsWith('https:') && url.startsWith('http:')) return problem('mediaInsecure', new URL(url).host);
  try {
    const response = await fetch(url, { headers: { origin }, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    if (response.status !== 200 || !isAbout(text.slice(0, 1000), site)) return problem('mediaForeign', `HTTP ${response.status}`);
    const allowed = response.headers.get('access-control-allow-origin');
    return new URL(url).origin === origin || allowed === '*' || allowed === origin ? null : problem('mediaCors', allowed ?? '–');
  } catch (error) {
    const [code = 'unreachable'] = failureCodesOf(error);
    return problem(isCertificateCode(code) ? 'mediaTls' : 'mediaNoServer', code);
  }
};
