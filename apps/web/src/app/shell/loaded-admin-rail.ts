import type { NavItem } from './navigation.tsx';

const load = async () => (await import('./admin-rail.tsx')).ADMIN_RAIL;
/** Only admins need its code; the server renders it at once. */
let rail: readonly NavItem[] = import.meta.env.SSR ? await load() : [];

/** Loads the entries of the administration: before one of its pages is shown. */
export const loadAdminRail = async (): Promise<void> => {
  rail = await load();
};

/** The entries of the administration; empty until they are loaded. */
export const adminRail = (): readonly NavItem[] => rail;
