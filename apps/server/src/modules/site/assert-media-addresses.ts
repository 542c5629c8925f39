import { type EngineName, ENGINES } from '@stagedoor/contract/settings.values';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { STREAM_TYPES, type StreamType } from '@stagedoor/contract/streams';
import type { MediaServers } from '../../live/ant-media/media-server.ts';
import { type AddressUse, addressUses, serverAddresses } from '../../live/ant-media/server-addresses.ts';
import { ADDRESS_KEYS, type AddressKey, testMediaServer } from '../../live/ant-media/test-media-server.ts';
import { ENGINE_KEYS } from '../../live/show-addresses.ts';
import { siteMarkOf } from '../../live/site-mark.ts';
import { testMediaAddress } from '../../live/test-media-address.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

type Needed = Pick<Platform, 'settings' | 'config' | 'encryption'>;
type LiveKey = AddressKey | 'AntMediaAppname' | (typeof ENGINE_KEYS)[StreamType];
type Problem = FieldsError['fields'][number];

/** The live settings before and after a change. */
interface Change {
  after(key: LiveKey): string;
  isChanged(key: LiveKey): boolean;
  engineAfter(type: StreamType): EngineName;
  uses: readonly AddressUse[];
}

/** @param values aren't checked yet: those that aren't texts are left to the check of settings */
const changeOf = ({ settings }: Needed, values: Readonly<Record<string, unknown>>): Change => {
  const after = (key: LiveKey): string => {
    const value = values[key];
    return typeof value === 'string' ? value : settings.get(key);
  };
  const engineAfter = (type: StreamType): EngineName => {
    const value = after(ENGINE_KEYS[type]);
    return isOneOf(ENGINES, value) ? value : 'builtIn';
  };
  return { after, engineAfter, isChanged: (key) => after(key) !== settings.get(key), uses: addressUses(after, engineAfter) };
};

/** Tries the addresses of the site's own engine that changed, or that it uses from now on. */
const ownProblems = async (platform: Needed, { after, isChanged, uses }: Change): Promise<Problem[]> => {
  const { publicUrl } = platform.config;
  const isAnyChanged = [...Object.values(ENGINE_KEYS), 'AntMediaAppname' as const].some(isChanged);
  const tests = uses
    .filter(({ key, engines }) => engines.has('builtIn') && (isChanged(key) || isAnyChanged))
    .map(async ({ key, address, engines }): Promise<Problem[]> => {
      if (address !== undefined && engines.has('antMedia')) return [{ property: key, rule: 'mediaMixed' }];
      const takesRtmp = key === 'publisherURL';
      const test = { address: after(key), takesRtmp, appName: after('AntMediaAppname'), publicUrl, site: siteMarkOf(platform) };
      const problem = await testMediaAddress(test);
      return problem ? [{ property: key, ...problem }] : [];
    });
  return (await Promise.all(tests)).flat();
};

/** Tries the media server when shows are to begin on it, or with another application or address. */
const serverProblems = async (platform: Needed, servers: MediaServers, change: Change): Promise<Problem[]> => {
  const { after, isChanged, engineAfter, uses } = change;
  const kinds = STREAM_TYPES.filter((type) => engineAfter(type) === 'antMedia');
  const begun = kinds.map((type) => ENGINE_KEYS[type]).filter(isChanged);
  const isOtherwise = isChanged('AntMediaAppname') || uses.some(({ key, engines }) => engines.has('antMedia') && isChanged(key));
  if (kinds.length === 0 || (begun.length === 0 && !isOtherwise)) return [];
  const named = begun.length > 0 ? begun : (['AntMediaAppname'] as const);
  const server = servers.current();
  if (!server) return named.map((property) => ({ property, rule: 'mediaServerMissing' }));
  if (server.tokens === 'once') {
    const paid = kinds.filter((type) => type !== 'public').map((type) => ENGINE_KEYS[type]);
    const refused = paid.filter(isChanged);
    if (refused.length > 0) return refused.map((property) => ({ property, rule: 'mediaServerOnce' }));
  }
  const addresses = serverAddresses(uses);
  const checks = await testMediaServer(platform, { server, app: after('AntMediaAppname'), addresses });
  const failed = checks.filter(({ state }) => state === 'failed');
  const first = failed.find(({ subject }) => !isOneOf(ADDRESS_KEYS, subject));
  return [
    ...failed.flatMap(({ subject, problem, found }) =>
      isOneOf(ADDRESS_KEYS, subject) && problem ? [{ property: subject, rule: problem, values: { found } }] : [],
    ),
    ...(first?.problem ? named.map((property) => ({ property, rule: first.problem!, values: { found: first.found } })) : []),
  ];
};

/**
 * Tries what shows will use after a change of settings, as pages would: addresses of the site's own engine, and the media server for the kinds
 * of shows that run there.
 * @param values of the settings after the change, not checked yet
 * @throws FieldsError with what was found
 */
export const assertMediaAddresses = async (
  platform: Needed,
  servers: MediaServers,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const change = changeOf(platform, values);
  const problems = (await Promise.all([ownProblems(platform, change), serverProblems(platform, servers, change)])).flat();
  if (problems.length > 0) throw new FieldsError(problems);
};
