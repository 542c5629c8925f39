import type { Platform } from '../platform/platform.ts';

/** A public mark of this site, the same on all its nodes and unlike any other site's. */
export const siteMarkOf = ({ encryption }: Pick<Platform, 'encryption'>): string => encryption.fingerprint('site', 'media').slice(0, 24);
