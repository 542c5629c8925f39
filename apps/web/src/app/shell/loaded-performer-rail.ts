import type { NavItem } from './navigation.tsx';

const load = async () => (await import('./performer-rail.tsx')).PERFORMER_RAIL;
/** Only performers need its code; the server renders it at once. */
let rail: readonly NavItem[] = import.meta.env.SSR ? await load() : [];

/** Loads the entries of performers: before a page is shown to one. */
export const loadPerformerRail = async (): Promise<void> => {
  rail = await load();
};

/** The entries of performers; empty until they are loaded. */
export const performerRail = (): readonly NavItem[] => rail;
