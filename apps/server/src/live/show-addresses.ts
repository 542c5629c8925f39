import { mediaUrlOf } from '../platform/media-url.ts';
import type { Settings } from '../platform/settings/settings.ts';

/**
 * The addresses of a show's media, as the settings viewerURL, publisherURL, subscriberUrl and AntMediaAppname said when it began. Empty ones are this
 * site's own.
 */
export interface ShowAddresses {
  /** Host of public shows' playback. */
  viewer: string;
  /** Host that performers and fans' cameras publish to. */
  publisher: string;
  /** Host of paid shows' playback. */
  subscriber: string;
  /** Name of the application. */
  app: string;
}

type AddressSettings = Pick<Settings, 'get'>;

/** The addresses of a show that begins now. */
export const addressesNow = (settings: AddressSettings): ShowAddresses => ({
  viewer: settings.get('viewerURL'),
  publisher: settings.get('publisherURL'),
  subscriber: settings.get('subscriberUrl'),
  app: settings.get('AntMediaAppname'),
});

/** As `addressesNow`, for a column of type jsonb. */
export const addressesJson = (settings: AddressSettings): string => JSON.stringify(addressesNow(settings));

/**
 * The address that an application's paths are under, as browsers request it: a path is this site's, a socket's address is that of its server. One
 * that browsers can't request, such as rtmp, is replaced by the site's own.
 */
export const rootOf = (address: string, publicUrl: string): string => {
  const http = address.replace(/^ws(s?):/i, 'http$1:').replace(/\/+$/, '');
  if (http.startsWith('/')) return `${publicUrl}${http}`;
  return /^https?:/i.test(http) ? http : mediaUrlOf(publicUrl);
};

/** Origins, besides this site's, that browsers connect to for media at these addresses. */
export const originsOf = ({ viewer, publisher, subscriber }: Pick<ShowAddresses, 'viewer' | 'publisher' | 'subscriber'>): string[] => [
  ...new Set(
    [viewer, publisher, subscriber].flatMap((address) => {
      if (!/^(?:https?|wss?):/i.test(address) || !URL.canParse(address)) return [];
      const { protocol, host } = new URL(address);
      return [`${protocol}//${host}`, `${protocol.replace(/^ws/, 'http')}//${host}`];
    }),
  ),
];
