export { assertProviderWorks } from './admin-provider.ts';
export { takeOverCheck } from './assurances.ts';
export { endCheck } from './checks.ts';
export { AGE_PROVIDER_CONTEXT } from './providers.ts';
