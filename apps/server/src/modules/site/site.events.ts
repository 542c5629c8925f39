import { SETTINGS, type SettingKey } from '@stagedoor/contract/settings';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Settings that restrict access to the site, or the rights of admins. */
const ACCESS_KEYS: readonly SettingKey[] = [
  'maintenanceMode',
  'blockedCountries',
  'ageDefault',
  'ageRules',
  'adminTwoFactorRequired',
  'adminPasskeyRequired',
];

/** Notifies open pages of changed settings, and takes from sockets what their callers lose; runs on every node. */
export const registerSiteEvents = ({ settings }: Pick<Platform, 'settings'>, realtime: Realtime): void =>
  settings.onChange((changed) => {
    const keys = changed.filter((key) => (SETTINGS[key] as { public?: boolean }).public === true);
    if (keys.length > 0) realtime.local.toAll('settings/changed', { keys });
    if (changed.some((key) => ACCESS_KEYS.includes(key))) void realtime.reviewSockets();
  });
