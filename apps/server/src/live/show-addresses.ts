import type { EngineName } from '@stagedoor/contract/settings.values';
import type { StreamType } from '@stagedoor/contract/streams';
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
  /** The engine that carries the show; absent for the built-in one. */
  engine?: EngineName;
  /** Id of the external media server. */
  server?: string;
}

type AddressSettings = Pick<Settings, 'get'>;

/** The addresses of a show that begins now, as they were entered. */
export const addressesNow = (settings: AddressSettings): ShowAddresses => ({
  viewer: settings.get('viewerURL'),
  publisher: settings.get('publisherURL'),
  subscriber: settings.get('subscriberUrl'),
  app: settings.get('AntMediaAppname'),
});

/**
 * The address that an application's paths are under, as browsers request it: a path is this site's, a socket's address is that of its server. One
 * that browsers can't request, such as rtmp, is replaced by the site's own.
 */
export const rootOf = (address: string, publicUrl: string): string => {
  const http = address.replace(/^ws(s?):/i, 'http$1:').replace(/\/+$/, '');
  if (http.startsWith('/')) return `${publicUrl}${http}`;
  return /^https?:/i.test(http) ? http : mediaUrlOf(publicUrl);
};

/** Origins, besides this site's, that browsers connect to for media at these addresses: by HTTP and by WebSocket. */
export const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses.flatMap((address) => {
      if (!/^(?:https?|wss?):/i.test(address) || !URL.canParse(address)) return [];
      const { protocol, host } = new URL(address);
      return [`${protocol}//${host}`, `${protocol.replace(/^ws/, 'http')}//${host}`, `${protocol.replace(/^http/, 'ws')}//${host}`];
    }),
  ),
];

export const ENGINE_KEYS = { public: 'engineForBroadcast', private: 'engineForPrivate', group: 'engineForGroup' } as const;

/** The engine that carries shows of a kind from now on. */
export const engineNow = (settings: AddressSettings, type: StreamType): EngineName => settings.get(ENGINE_KEYS[type]);

/** The address of a finished recording: this site's, also after a show on an external media server. */
export const recordingAddress = (settings: AddressSettings, publicUrl: string, { id, type }: { id: string; type: StreamType }): string => {
  const { viewer, subscriber, app } = addressesNow(settings);
  const address = engineNow(settings, type) === 'antMedia' ? '' : type === 'public' ? viewer : subscriber;
  return `${rootOf(address, publicUrl)}/${encodeURIComponent(app)}/streams/${id}.mp4`;
};
