/** An invalid configuration: one sentence that names the variable. The process exits with code 2. */
export class ConfigurationError extends Error {}
