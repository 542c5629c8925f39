import { reference } from '@stagedoor/contract/site';
import type { Bind } from '../../platform/http/pipeline.ts';
import { listCities, listStates } from './places.ts';
import { listCountries, listLanguages, listPhoneCodes, listUserAdditional } from './reference.queries.ts';

export const bindReference = (bind: Bind): void =>
  bind(reference, {
    'GET /countries/list': (call) => listCountries(call.locale),
    'GET /states/{country}': async (_call, { params }) => [...(await listStates(params.country))],
    'GET /cities/{country}/{state}': async (_call, { params }) => [...(await listCities(params.country, params.state))],
    'GET /languages/list': (call) => listLanguages(call.locale),
    'GET /phone-codes/list': (call) => listPhoneCodes(call.locale),
    'GET /user-additional': (call) => listUserAdditional(call.locale),
  });
