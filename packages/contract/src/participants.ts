import { endpoints } from './endpoint.ts';

/** People seen in what a performer publishes, with their consent. */
export const participants = endpoints({});
