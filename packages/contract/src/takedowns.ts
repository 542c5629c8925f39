import { endpoints } from './endpoint.ts';

/** Notices that something be taken down. */
export const takedowns = endpoints({});
