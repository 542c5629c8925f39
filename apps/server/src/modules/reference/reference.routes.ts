import { reference } from '@stagedoor/contract/site';
import type { Bind } from '../../platform/http/pipeline.ts';
import { listCountries, listUserAdditional } from './reference.queries.ts';

export const bindReference = (bind: Bind): void =>
  bind(reference, {
    'GET /countries/list': (call) => listCountries(call.locale),
    'GET /user-additional': (call) => listUserAdditional(call.locale),
  });
