import { defineModule } from '../../platform/module.ts';
import { bindAccount } from './account.routes.ts';
import { registerAccountJobs } from './accounts.jobs.ts';
import { bindAuth } from './auth.routes.ts';
import { bindPasskeys } from './passkeys.routes.ts';
import { registerAccountData } from './personal-data.ts';
import { registerStatements } from './statements-of-reasons.ts';
import { bindUsers } from './users.routes.ts';

export const accounts = defineModule({
  name: 'accounts',
  tables: [
    'accounts',
    'account_search',
    'account_tokens',
    'consents',
    'data_exports',
    'devices',
    'log_in_failures',
    'owner_proposals',
    'passkeys',
    'passkey_challenges',
    'registration_attempts',
    'reserved_usernames',
    'two_factor',
    'recovery_codes',
  ],
  endpoints: ({ bind, platform, countryOf }) => {
    bindAuth(bind, platform, countryOf);
    bindAccount(bind, platform, countryOf);
    bindPasskeys(bind, platform);
    bindUsers(bind, platform);
  },
  personalData: ({ platform }) => registerAccountData(platform),
  jobs: ({ platform }) => registerAccountJobs(platform),
  events: ({ platform, outbox }) => registerStatements(platform, outbox),
});
