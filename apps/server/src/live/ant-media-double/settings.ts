/** The server's settings of one application, by the names of its documents. */
export interface AppSettings {
  /** Networks that may call the REST API. */
  remoteAllowedCIDR: readonly string[];
  jwtControlEnabled: boolean;
  jwtSecretKey: string;
  acceptOnlyStreamsInDataStore: boolean;
  playTokenControlEnabled: boolean;
  publishTokenControlEnabled: boolean;
  playJwtControlEnabled: boolean;
  publishJwtControlEnabled: boolean;
  jwtStreamSecretKey: string;
  hashControlPlayEnabled: boolean;
  hashControlPublishEnabled: boolean;
  tokenHashSecret: string;
  enableTimeTokenForPlay: boolean;
  enableTimeTokenForPublish: boolean;
  timeTokenSecretForPlay: string;
  timeTokenSecretForPublish: string;
  /** Seconds that a code of a subscriber is valid. */
  timeTokenPeriod: number;
  listenerHookURL: string;
  webhookContentType: 'application/json' | 'application/x-www-form-urlencoded';
  webhookRetryCount: number;
  webhookRetryDelay: number;
  webhookAuthenticateURL: string;
  webhookPlayAuthUrl: string;
  /** Records every stream that doesn't say otherwise. */
  mp4MuxingEnabled: boolean;
  stunServerURI: string;
  turnServerUsername: string;
  turnServerCredential: string;
  webRTCClientStartTimeoutMs: number;
  /** Origins whose pages may read answers, such as `https://site.example`; empty for none. */
  corsAllowedOrigins: readonly string[];
}

/** Points that the documents leave open: each may be either way in a real server. */
export interface Reading {
  /** Commands for an unknown stream answer a Result with `success: false`, or 404. */
  unknownStream: 'result' | 'notFound';
  /** The definition of the error for a refused token. */
  refusedToken: 'unauthorized_access' | 'authenticationTokenNotValid';
  /** The claim of an expiry in a token that somebody made by hand. */
  expiryClaim: 'exp' | 'expireDate' | 'both';
  /** Asking whether a one-time token is valid uses it up. */
  validationUses: boolean;
  /** A playlist repeats the query of its request in the addresses of its segments. */
  playlistRepeatsQuery: boolean;
  /** `timestamp` of webhooks. */
  timestamp: 'text' | 'number';
  /** The version that the server tells; null for a server that has no such call. */
  version: string | null;
}

export const DEFAULT_SETTINGS: AppSettings = {
  remoteAllowedCIDR: ['127.0.0.1/32'],
  jwtControlEnabled: false,
  jwtSecretKey: '',
  acceptOnlyStreamsInDataStore: false,
  playTokenControlEnabled: false,
  publishTokenControlEnabled: false,
  playJwtControlEnabled: false,
  publishJwtControlEnabled: false,
  jwtStreamSecretKey: '',
  hashControlPlayEnabled: false,
  hashControlPublishEnabled: false,
  tokenHashSecret: '',
  enableTimeTokenForPlay: false,
  enableTimeTokenForPublish: false,
  timeTokenSecretForPlay: '',
  timeTokenSecretForPublish: '',
  timeTokenPeriod: 60,
  listenerHookURL: '',
  webhookContentType: 'application/json',
  webhookRetryCount: 0,
  webhookRetryDelay: 1000,
  webhookAuthenticateURL: '',
  webhookPlayAuthUrl: '',
  mp4MuxingEnabled: false,
  stunServerURI: '',
  turnServerUsername: '',
  turnServerCredential: '',
  webRTCClientStartTimeoutMs: 10_000,
  corsAllowedOrigins: ['*'],
};

export const DEFAULT_READING: Reading = {
  unknownStream: 'result',
  refusedToken: 'unauthorized_access',
  expiryClaim: 'exp',
  validationUses: true,
  playlistRepeatsQuery: false,
  timestamp: 'text',
  version: '3.0.1',
};
