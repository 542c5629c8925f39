import {
  CHECK_MAX_BYTES,
  CHECK_MAX_SECONDS,
  CHECK_REPORT_MS,
  CHECK_UPLOAD_BYTES,
  type CheckReport,
} from '@stagedoor/contract/network-check.values';
import type { DataChannel } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { dataOffer, parseSdp } from '../media/sdp.ts';
import { readNetworkCheck } from '../network-check.ts';
import { type Exchange, readBody, respond, respondPreflight, respondStatus } from './http.ts';
import { secretsMatch } from '../../platform/secrets-match.ts';
import { HANDSHAKE_MS, type Limits } from './limits.ts';
import type { Peers } from './peers.ts';

export interface NetworkCheckOptions {
  /** Shared with the processes that sign the tokens. */
  secret: string;
  peers(): Peers;
  limits: Pick<Limits, 'networkChecks'>;
}

/** A running check. */
interface Check {
  id: string;
  token: string;
  /** Takes note of bytes, which end the check when they are too many. @returns whether they weren't */
  take(bytes: number, isUpload: boolean): boolean;
  close(): void;
}

/**
 * Counts what arrives over a performer's connection before the show: messages over a data channel, which takes the same UDP port, ICE and DTLS as a show,
 * and uploads while it is open. A node takes one check of an account at a time, each token once, and bounds bytes and time.
 */
export const createNetworkChecks = ({ secret, peers, limits }: NetworkCheckOptions) => {
  /** By account. */
  const running = new Map<string, Check>();
  /** Used tokens until they expire, by the check's id. */
  const used = new Map<string, number>();

  const begin = async (offer: string, accountId: string, { id, token }: Pick<Check, 'id' | 'token'>): Promise<string> => {
    const description = parseSdp(offer);
    const stripped = description && dataOffer(description);
    if (!stripped) throw new CodedError('LIVE_OFFER_INVALID');
    running.get(accountId)?.close();
    if (running.size >= limits.networkChecks) throw new CodedError('LIVE_FULL');
    const connection = peers().create('network check');
    const received: CheckReport = { bytes: 0, messages: 0, elapsedMs: 0, lateMs: 0 };
    let taken = 0;
    let firstAt: number | undefined;
    let channel: DataChannel | undefined;
    let reports: NodeJS.Timeout | undefined;
    let isClosed = false;
    const close = (): void => {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(deadline);
      clearInterval(reports);
      if (running.get(accountId) === check) running.delete(accountId);
      connection.close();
    };
    let deadline = setTimeout(close, HANDSHAKE_MS);
    const check: Check = {
      id,
      token,
      take(bytes, isUpload) {
        if (isClosed) return false;
        taken += bytes;
        if (isUpload) {
          const now = performance.now();
          firstAt ??= now;
          received.bytes += bytes;
          received.elapsedMs = Math.round(now - firstAt);
        } else received.messages += 1;
        if (taken > CHECK_MAX_BYTES) close();
        return !isClosed;
      },
      close,
    };
    running.set(accountId, check);
    let reportedAt = 0;
    const report = (): void => {
      const now = performance.now();
      received.lateMs += Math.max(0, Math.round(now - reportedAt) - CHECK_REPORT_MS);
      reportedAt = now;
      try {
        if (channel?.isOpen()) channel.sendMessage(JSON.stringify(received));
      } catch {
        // Closed between the check and the send.
      }
    };
    connection.onStateChange((state) => {
      if (state === 'connected') {
        clearTimeout(deadline);
        deadline = setTimeout(close, CHECK_MAX_SECONDS * 1000);
      } else if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
    });
    connection.onDataChannel((opened) => {
      // One of them carries everything.
      if (channel || isClosed) return opened.close();
      channel = opened;
      reportedAt = performance.now();
      reports = setInterval(report, CHECK_REPORT_MS);
      opened.onMessage((message) => {
        check.take(typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength, false);
      });
    });
    try {
      connection.setRemoteDescription(peers().prepareOffer(stripped), 'offer');
      connection.setLocalDescription('answer');
      return await peers().answerOf(connection);
    } catch (error) {
      close();
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
    const check = [...running.values()].find(({ id }) => id === checkId);
    if (!check || !secretsMatch(exchange.token, check.token)) throw new CodedError('LIVE_TOKEN_INVALID');
    if (!(Number(request.headers['content-length']) <= CHECK_UPLOAD_BYTES)) throw new CodedError('PAYLOAD_TOO_LARGE');
    return new Promise((resolve, reject) => {
      request.on('data', (chunk: Buffer) => {
        if (check.take(chunk.length, true)) return;
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
      for (const check of running.values()) check.close();
    },
  };
};
