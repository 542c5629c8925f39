import { endpoints } from './endpoint.ts';

/** What an account’s owner does with it: sessions, second factor, address, export, deletion. */
export const account = endpoints({});
