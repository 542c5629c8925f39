import { type StreamUse, claimsOf, derivedKey, fromBase32, isSame, streamHash, totp } from './security.ts';
import type { AppSettings, Reading } from './settings.ts';
import type { Store, Subscriber } from './store.ts';
import { isAllowedBy } from './webhooks.ts';

/** A request for a stream, as its sender put it. */
export interface Claim {
  streamId: string;
  use: StreamUse;
  token: string;
  subscriberId: string;
  subscriberCode: string;
  /** The HTTP session a one-time token is tied to. */
  session?: string;
}

/** More that authentication hooks are told. */
export interface HookClaim extends Claim {
  metaData?: string;
  ipAddress?: string;
  origin?: string;
  name?: string;
}

export interface GateOptions {
  app: string;
  settings: AppSettings;
  reading: Reading;
  store: Store;
  now(): Date;
}

const fitsUse = (type: string, use: StreamUse): boolean => type === use || type === 'publish_play';

/** Decides who may publish and play, by the modes that the settings switch on. */
export const createGate = ({ app, settings, reading, store, now }: GateOptions) => {
  /** Sessions that used a one-time token up, by the token. */
  const sessions = new Map<string, { session: string; streamId: string }>();
  const seconds = (): number => now().getTime() / 1000;

  const takeOneTime = ({ token, streamId, use, session }: Claim): boolean => {
    const tied = sessions.get(token);
    if (tied && session !== undefined) return tied.session === session && tied.streamId === streamId;
    const found = store.findToken(token, streamId, use, seconds());
    if (!found) return false;
    store.tokens.delete(token);
    if (session !== undefined) sessions.set(token, { session, streamId });
    return true;
  };
  const hasJwt = ({ token, streamId, use }: Claim): boolean => {
    const claims = claimsOf(token, settings.jwtStreamSecretKey, reading.expiryClaim === 'expireDate' ? 0 : seconds());
    if (!claims || claims['streamId'] !== streamId || claims['type'] !== use) return false;
    if (reading.expiryClaim === 'exp') return true;
    const { expireDate } = claims;
    return expireDate === undefined || (typeof expireDate === 'number' && expireDate > seconds());
  };
  const keyOf = (one: Subscriber | undefined, { streamId, subscriberId, use }: Claim): Buffer | undefined => {
    if (one) return one.b32Secret === null ? undefined : fromBase32(one.b32Secret);
    const secret = use === 'play' ? settings.timeTokenSecretForPlay : settings.timeTokenSecretForPublish;
    return secret === '' ? undefined : derivedKey(secret, subscriberId, streamId, use);
  };
  const codeOf = (claim: Claim): string | undefined => {
    const one = store.subscriber(claim.streamId, claim.subscriberId);
    const key = one && !fitsUse(one.type, claim.use) ? undefined : keyOf(one, claim);
    return key && totp(key, seconds(), one?.totpExpiryPeriodSeconds || settings.timeTokenPeriod);
  };
  const hasCode = (claim: Claim): boolean => {
    const code = claim.subscriberId === '' ? undefined : codeOf(claim);
    return code !== undefined && isSame(code, claim.subscriberCode);
  };
  const isBlocked = ({ streamId, subscriberId, use }: Claim): boolean => {
    const one = store.subscriber(streamId, subscriberId);
    if (!one || one.blockedType === null || !fitsUse(one.blockedType, use)) return false;
    return one.blockedUntilUnitTimeStampMs > now().getTime();
  };

  const gate = {
    /** The definition of the error that refuses somebody; undefined for those who may. */
    refusal(claim: Claim): string | undefined {
      if (isBlocked(claim)) return 'user_blocked';
      const isPlay = claim.use === 'play';
      if ((isPlay ? settings.enableTimeTokenForPlay : settings.enableTimeTokenForPublish) && !hasCode(claim)) return reading.refusedToken;
      if ((isPlay ? settings.hashControlPlayEnabled : settings.hashControlPublishEnabled) && !hasHash(claim)) return reading.refusedToken;
      if ((isPlay ? settings.playJwtControlEnabled : settings.publishJwtControlEnabled) && !hasJwt(claim)) return reading.refusedToken;
      if ((isPlay ? settings.playTokenControlEnabled : settings.publishTokenControlEnabled) && !takeOneTime(claim))
        return reading.refusedToken;
      return undefined;
    },
    /** The same with the site's own answer, where there is a hook for it. */
    async refusalByHook(claim: HookClaim): Promise<string | undefined> {
      const refused = gate.refusal(claim);
      if (refused !== undefined) return refused;
      const { streamId, use, token, subscriberId, subscriberCode, metaData = '', ipAddress, origin = '', name = '' } = claim;
      const who = { appName: app, streamId, token, subscriberId, subscriberCode, metaData, mode: use };
      const url = use === 'publish' ? settings.webhookAuthenticateURL : settings.webhookPlayAuthUrl;
      if (url === '') return undefined;
      const body = use === 'publish' ? { ...who, name, queryParams: '' } : { ...who, origin, ...(ipAddress ? { ipAddress } : {}) };
      return (await isAllowedBy(url, body)) ? undefined : 'unauthorized_access';
    },
    /** The code that a subscriber has now. */
    code: (streamId: string, subscriberId: string, use: StreamUse): string | undefined =>
      codeOf({ streamId, subscriberId, use, token: '', subscriberCode: '' }),
    /** A token that the settings' key signs. */
    isJwt: hasJwt,
    /** Forgets which session used which token, as a restart does. */
    forgetSessions: (): void => sessions.clear(),
  };
  const hasHash = ({ token, streamId, use }: Claim): boolean => isSame(token, streamHash(streamId, use, settings.tokenHashSecret));
  return gate;
};

export type Gate = ReturnType<typeof createGate>;
