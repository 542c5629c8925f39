import { endpoints } from './endpoint.ts';

export const adminMoney = endpoints({});
