import { siteMarkOf } from '../../live/site-mark.ts';
import { testMediaAddress } from '../../live/test-media-address.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

const ADDRESSES = ['viewerURL', 'publisherURL', 'subscriberUrl'] as const;

/**
 * Tries each media address that changes as pages would use it; all of them when the application's name changes.
 * @param values of the settings after the change, not checked yet; others than texts are left to the check of settings
 * @throws FieldsError with what was found at the address
 */
export const assertMediaAddresses = async (
  platform: Pick<Platform, 'settings' | 'config' | 'encryption'>,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { settings, config } = platform;
  const valueOf = (key: (typeof ADDRESSES)[number] | 'AntMediaAppname') => (key in values ? values[key] : settings.get(key));
  const isChanged = (key: (typeof ADDRESSES)[number] | 'AntMediaAppname') => valueOf(key) !== settings.get(key);
  const appName = valueOf('AntMediaAppname');
  const tests = ADDRESSES.filter((key) => isChanged(key) || isChanged('AntMediaAppname')).map(async (property) => {
    const address = valueOf(property);
    if (typeof address !== 'string' || typeof appName !== 'string') return [];
    const takesRtmp = property === 'publisherURL';
    const problem = await testMediaAddress({ address, takesRtmp, appName, publicUrl: config.publicUrl, site: siteMarkOf(platform) });
    return problem ? [{ property, ...problem }] : [];
  });
  const problems = (await Promise.all(tests)).flat();
  if (problems.length > 0) throw new FieldsError(problems);
};
