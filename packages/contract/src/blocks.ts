import { endpoints } from './endpoint.ts';

/** Whom a performer shuts out: accounts and countries. */
export const blocks = endpoints({});
