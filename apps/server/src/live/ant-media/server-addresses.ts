import type { EngineName } from '@stagedoor/contract/settings.values';
import { STREAM_TYPES, type StreamType } from '@stagedoor/contract/streams';
import { requestable } from './ant-media-engine.ts';
import { ADDRESS_KEYS, type AddressKey } from './test-media-server.ts';

/** The kinds of shows that each address of the settings is for. */
const KINDS: Readonly<Record<AddressKey, readonly StreamType[]>> = {
  viewerURL: ['public'],
  subscriberUrl: ['private', 'group'],
  publisherURL: STREAM_TYPES,
};

export interface AddressUse {
  key: AddressKey;
  /** The address as browsers request it; undefined where each engine uses its own. */
  address: string | undefined;
  /** The engines whose shows use it. */
  engines: ReadonlySet<EngineName>;
}

/** Lists the addresses of the settings with the engines that use them. */
export const addressUses = (addressOf: (key: AddressKey) => string, engineOf: (type: StreamType) => EngineName): AddressUse[] =>
  ADDRESS_KEYS.map((key) => ({ key, address: requestable(addressOf(key)), engines: new Set(KINDS[key].map(engineOf)) }));

/** The addresses that must lead to the media server. */
export const serverAddresses = (uses: readonly AddressUse[]): Partial<Record<AddressKey, string>> =>
  Object.fromEntries(
    uses.flatMap(({ key, address, engines }) => (address !== undefined && engines.has('antMedia') ? [[key, address]] : [])),
  );
