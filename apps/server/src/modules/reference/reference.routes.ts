import { reference } from '@stagedoor/contract/site';
import type { Bind } from '../../platform/http/pipeline.ts';
import { listCities, listStates } from './places.ts';
import { listCountries, listLanguages, listPhoneCodes, listUserAdditional } from './reference.queries.ts';

/** A catalogue in the shape of a list: all of it. */
const wholeList = <Row>(data: readonly Row[]) => ({ data: [...data], total: data.length });

export const bindReference = (bind: Bind): void =>
  bind(reference, {
    'GET /countries/list': (call) => wholeList(listCountries(call.locale)),
    'GET /states/{country}': async (_call, { params }) => wholeList(await listStates(params.country)),
    'GET /cities/{country}/{state}': async (_call, { params }) => wholeList(await listCities(params.country, params.state)),
    'GET /languages/list': (call) => wholeList(listLanguages(call.locale)),
    'GET /phone-codes/list': (call) => wholeList(listPhoneCodes(call.locale)),
    'GET /user-additional': (call) => listUserAdditional(call.locale),
  });
