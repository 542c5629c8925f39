import { SETTINGS, type SettingKey } from '@stagedoor/contract/settings';
import type { Platform } from '../../platform/platform.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

/** What decides who the site is open to. */
const GATE_KEYS: readonly SettingKey[] = ['maintenanceMode', 'blockedCountries'];

/** A changed setting reaches open pages, and closes sockets of those it shuts out; on every node, as each hears of it. */
export const registerSiteEvents = ({ settings }: Pick<Platform, 'settings'>, realtime: Realtime): void =>
  settings.onChange((changed) => {
    const keys = changed.filter((key) => (SETTINGS[key] as { public?: boolean }).public === true);
    if (keys.length > 0) realtime.toAll('settings/changed', { keys });
    if (changed.some((key) => GATE_KEYS.includes(key))) realtime.closeToRefused();
  });
