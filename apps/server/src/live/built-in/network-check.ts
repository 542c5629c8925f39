import { CHECK_UPLOAD_BYTES } from '@stagedoor/contract/network-check.values';
import { CodedError } from '../../platform/errors.ts';
import { dataOffer, parseSdp } from '../media/sdp.ts';
import { readNetworkCheck } from '../network-check.ts';
import { type Exchange, readBody, respond, respondPreflight, respondStatus } from './http.ts';
import { secretsMatch } from '../../platform/secrets-match.ts';
import type { Limits } from './limits.ts';
import type { Peers } from './peers.ts';
import { type Check, runCheck } from './running-check.ts';

export interface NetworkCheckOptions {
  /** Shared with the processes that sign the tokens. */
  secret: string;
  peers(): Peers;
  limits: Pick<Limits, 'networkChecks'>;
}

/** A running check, and the token that uploads of it carry. */
interface RunningCheck {
  id: string;
  token: string;
  check: Check;
}

/**
 * Counts what arrives over a performer's connection before the show: messages over a data channel, which takes the same UDP port, ICE and DTLS as a show,
 * and uploads while it is open. A node takes one check of an account at a time, each token once, and bounds bytes and time.
 */
export const createNetworkChecks = ({ secret, peers, limits }: NetworkCheckOptions) => {
  /** By account. */
  const running = new Map<string, RunningCheck>();
  /** Used tokens until they expire, by the check's id. */
  const used = new Map<string, number>();

  const begin = async (offer: string, accountId: string, { id, token }: Pick<RunningCheck, 'id' | 'token'>): Promise<string> => {
    const description = parseSdp(offer);
    const stripped = description && dataOffer(description);
    if (!stripped) throw new CodedError('LIVE_OFFER_INVALID');
    running.get(accountId)?.check.close();
    if (running.size >= limits.networkChecks) throw new CodedError('LIVE_FULL');
    const connection = peers().create('network check');
    const check = runCheck(connection, (closed) => {
      if (running.get(accountId)?.check === closed) running.delete(accountId);
    });
    running.set(accountId, { id, token, check });
    try {
      connection.setRemoteDescription(peers().prepareOffer(stripped), 'offer');
      connection.setLocalDescription('answer');
      return await peers().answerOf(connection);
    } catch (error) {
      check.close();
      throw error instanceof CodedError ? error : new CodedError('LIVE_OFFER_INVALID');
    }
  };

  const start = async (exchange: Exchange, checkId: string): Promise<void> => {
    const offer = await readBody(exchange, 'application/sdp');
    const now = Date.now();
    const grant = readNetworkCheck(secret, checkId, exchange.token, now, secretsMatch);
    if (!grant || used.has(checkId)) throw new CodedError('LIVE_TOKEN_INVALID');
    for (const [id, expiresMs] of used) if (expiresMs <= now) used.delete(id);
    used.set(checkId, grant.expiresMs);
    const answer = await begin(offer, grant.accountId, { id: checkId, token: exchange.token! });
    respond(exchange, 201, { 'content-type': 'application/sdp' }, answer);
  };

  /** Takes an upload of a running check and forgets it. */
  const upload = (exchange: Exchange, checkId: string): Promise<void> => {
    const { request } = exchange;
    const found = [...running.values()].find(({ id }) => id === checkId);
    if (!found || !secretsMatch(exchange.token, found.token)) throw new CodedError('LIVE_TOKEN_INVALID');
    if (!(Number(request.headers['content-length']) <= CHECK_UPLOAD_BYTES)) throw new CodedError('PAYLOAD_TOO_LARGE');
    return new Promise((resolve, reject) => {
      request.on('data', (chunk: Buffer) => {
        if (found.check.take(chunk.length, true)) return;
        request.pause();
        request.removeAllListeners('data');
        reject(new CodedError('PAYLOAD_TOO_LARGE'));
      });
      request.once('end', () => {
        respond(exchange, 204);
        resolve();
      });
      const fail = (): void => reject(new CodedError('BAD_REQUEST'));
      request.once('error', fail);
      request.once('close', fail);
    });
  };

  return {
    /** `POST …/check/{id}` with an SDP offer, and `POST …/check/{id}/upload`. @returns whether it was one of them */
    async route(exchange: Exchange): Promise<boolean> {
      const [, checkId, isUpload] = /^(?:\/media)?\/[^/]+\/check\/([\w-]{1,64})(\/upload)?$/.exec(exchange.path) ?? [];
      if (checkId === undefined) return false;
      const { method } = exchange.request;
      if (method === 'POST') await (isUpload ? upload : start)(exchange, checkId);
      else if (method === 'OPTIONS') respondPreflight(exchange, { 'accept-post': 'application/sdp' });
      else {
        exchange.response.setHeader('allow', 'POST, OPTIONS');
        respondStatus(exchange, 405, 'BAD_REQUEST');
      }
      return true;
    },
    running: (): number => running.size,
    close(): void {
      for (const { check } of running.values()) check.close();
    },
  };
};
