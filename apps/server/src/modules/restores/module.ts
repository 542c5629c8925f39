import type { Gateways } from '../../gateways/registry.ts';
import { defineModule } from '../../platform/module.ts';
import { bindRestores } from './restores.routes.ts';

export const restores = defineModule<{ gateways: Gateways }>({
  name: 'restores',
  tables: [],
  endpoints: ({ bind, platform, gateways }) => bindRestores(bind, platform, gateways),
});
