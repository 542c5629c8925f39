import { SETTINGS, type SettingKey } from '@stagedoor/contract/settings';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** Settings that restrict access to the site. */
const GATE_KEYS: readonly SettingKey[] = ['maintenanceMode', 'blockedCountries'];

/** Notifies open pages of changed settings, and closes the sockets of callers who lose access; runs on every node. */
export const registerSiteEvents = ({ settings }: Pick<Platform, 'settings'>, realtime: Realtime): void =>
  settings.onChange((changed) => {
    const keys = changed.filter((key) => (SETTINGS[key] as { public?: boolean }).public === true);
    if (keys.length > 0) realtime.local.toAll('settings/changed', { keys });
    if (changed.some((key) => GATE_KEYS.includes(key))) realtime.disconnectRefused();
  });
