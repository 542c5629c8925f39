import { endpoints } from './endpoint.ts';

export const gifts = endpoints({});
