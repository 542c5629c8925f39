import type { AgeProviderDouble } from './age-provider-double.ts';
import type { TestApp } from './test-app.ts';

/** A browser that keeps cookies, at an address of some country, as far as age checks go. */
export interface AgeBrowser {
  cookies: Map<string, string>;
  /** The headers of its requests, with cookies and address. */
  headers(): Record<string, string>;
  /** Opens an address of the site without following redirects. */
  open(path: string, method?: string): Promise<Response>;
  /** Begins a check. @returns the provider's address */
  begin(returnTo?: string): Promise<string>;
  /** Comes back from the provider. @returns where the site sends it */
  comeBack(location: string): Promise<string>;
  /** Does a whole check. @returns where the site sends it in the end */
  check(provider: AgeProviderDouble, isOfAge?: boolean, returnTo?: string): Promise<string>;
}

export const createAgeBrowser = (app: TestApp, ip: string, token?: string): AgeBrowser => {
  const cookies = new Map<string, string>(token ? [['token', token]] : []);
  const headers = () => ({
    'x-forwarded-for': ip,
    origin: app.platform.config.publicUrl,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const keep = <Answer extends { headers: Headers }>(response: Answer): Answer => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const isGone = value === '' || /max-age=0/i.test(line);
      if (isGone) cookies.delete(name);
      else cookies.set(name, decodeURIComponent(value));
    }
    return response;
  };
  const browser: AgeBrowser = {
    cookies,
    headers,
    open: async (path, method = 'GET') => keep(await fetch(app.url + path, { method, headers: headers(), redirect: 'manual' })),
    async begin(returnTo = '/feeds/1') {
      const answer = await app.client().send('POST /age/checks', { body: { returnTo }, headers: headers() });
      if (answer.status !== 201) throw new Error(answer.error.error);
      keep(answer);
      return answer.data.url;
    },
    async comeBack(location) {
      const { pathname, search } = new URL(location);
      const response = await browser.open(pathname + search);
      return response.headers.get('location')!;
    },
    async check(provider, isOfAge = true, returnTo) {
      return browser.comeBack(await provider.answer(await browser.begin(returnTo), isOfAge));
    },
  };
  return browser;
};
