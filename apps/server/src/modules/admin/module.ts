import type { Gateways } from '../../gateways/registry.ts';
import { defineModule } from '../../platform/module.ts';
import { bindAdminMoney } from './admin-money.routes.ts';
import { bindAdminPeople } from './admin-people.routes.ts';
import { bindAdmin } from './admin.routes.ts';
import { registerNoteData } from './account-notes.ts';
import { registerClockJobs } from './move-clock.ts';
import { registerAuditJobs } from './seal-audit.ts';
import { registerFigureJobs } from './site-figures.queries.ts';

export const admin = defineModule<{ gateways: Gateways }>({
  name: 'admin',
  tables: ['account_notes', 'audit_seals', 'site_clock', 'site_figures'],
  endpoints: ({ bind, platform, gateways, siteClock }) => {
    bindAdmin(bind, platform);
    bindAdminPeople(bind, platform);
    bindAdminMoney(bind, platform, gateways, siteClock);
  },
  jobs: ({ platform, siteClock }) => {
    registerAuditJobs(platform);
    registerClockJobs(platform, siteClock);
    registerFigureJobs(platform);
  },
  personalData: ({ platform }) => registerNoteData(platform),
});
