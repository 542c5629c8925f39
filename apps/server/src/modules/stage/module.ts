import { defineModule } from '../../platform/module.ts';

export const stage = defineModule({ name: 'stage', tables: [] });
