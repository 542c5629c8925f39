import { defineModule } from '../../platform/module.ts';
import { registerRestrictionData } from './personal-data.ts';

/** The record of measures; the calls are bound by `reports`, which knows the objects. */
export const restrictions = defineModule({
  name: 'restrictions',
  tables: ['restrictions'],
  endpoints: () => {},
  personalData: ({ platform }) => registerRestrictionData(platform),
});
