import type { SettingKey } from '@stagedoor/contract/settings';
import type { MediaServers } from '../../live/ant-media/media-server.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MaintenanceChoice } from '../../platform/settings/write-settings.ts';
import { assertProviderWorks } from '../age/index.ts';
import { assertConsoleMayChangeSettings } from './assert-may-change-settings.ts';
import { assertMediaAddresses } from './assert-media-addresses.ts';
import { changeSettings, resetSettings } from './change-settings.ts';
import { tellOwners } from './tell-owners.ts';

/**
 * Changes settings on the command line, by the rules of the administration. Every node notices at once.
 * @returns the settings whose value changed
 * @throws FieldsError, CodedError OTHER_OWNER_FIRST, FORBIDDEN
 */
export const changeSettingsOnConsole = async (
  platform: Platform,
  mediaServers: MediaServers,
  values: Record<string, unknown>,
  choice?: MaintenanceChoice,
): Promise<SettingKey[]> => {
  await assertConsoleMayChangeSettings(platform, values);
  await assertMediaAddresses(platform, mediaServers, values);
  await assertProviderWorks(platform, values);
  return tellOwners(platform, null, await changeSettings(platform, null, values, choice));
};

/** Resets settings to their defaults on the command line. @returns the settings whose value changed; @throws as `changeSettingsOnConsole` */
export const resetSettingsOnConsole = async (
  platform: Platform,
  mediaServers: MediaServers,
  keys: readonly string[],
): Promise<SettingKey[]> => {
  const defaults = platform.settings.defaultsOf(keys);
  await assertConsoleMayChangeSettings(platform, defaults);
  await assertMediaAddresses(platform, mediaServers, defaults);
  return tellOwners(platform, null, await resetSettings(platform, null, keys));
};
