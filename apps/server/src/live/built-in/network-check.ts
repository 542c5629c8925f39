import { CHECK_MAX_BYTES, CHECK_MAX_SECONDS, CHECK_REPORT_MS, type CheckReport } from '@stagedoor/contract/network-check.values';
import type { DataChannel } from 'node-datachannel';
import { CodedError } from '../../platform/errors.ts';
import { dataOffer, parseSdp } from '../media/sdp.ts';
import { readNetworkCheck } from '../network-check.ts';
import { type Exchange, readBody, respond, respondPreflight, respondStatus, secretsMatch } from './http.ts';
import { HANDSHAKE_MS, type Limits } from './limits.ts';
import type { Peers } from './peers.ts';

export interface NetworkCheckOptions {
  /** Shared with the processes that sign the tokens. */
  secret: string;
  peers(): Peers;
  limits: Pick<Limits, 'networkChecks'>;
}

/**
 * Counts what arrives over a performer's connection before the show: a data channel over the same UDP port, ICE and DTLS as a show. A node takes
 * one check of an account at a time, each token once, and bounds bytes and time.
 */
export const createNetworkChecks = ({ secret, peers, limits }: NetworkCheckOptions) => {
  /** Ends the running check of an account. */
  const running = new Map<string, () => void>();
  /** Used tokens until they expire, by the check's id. */
  const used = new Map<string, number>();

  const begin = async (offer: string, accountId: string): Promise<string> => {
    const description = parseSdp(offer);
    const stripped = description && dataOffer(description);
    if (!stripped) throw new CodedError('LIVE_OFFER_INVALID');
    running.get(accountId)?.();
    if (running.size >= limits.networkChecks) throw new CodedError('LIVE_FULL');
    const connection = peers().create('network check');
    const received: CheckReport = { bytes: 0, messages: 0, elapsedMs: 0 };
    let firstAt: number | undefined;
    let channel: DataChannel | undefined;
    let reports: NodeJS.Timeout | undefined;
    let isClosed = false;
    const close = (): void => {
      if (isClosed) return;
      isClosed = true;
      clearTimeout(deadline);
      clearInterval(reports);
      if (running.get(accountId) === close) running.delete(accountId);
      connection.close();
    };
    let deadline = setTimeout(close, HANDSHAKE_MS);
    running.set(accountId, close);
    const report = (): void => {
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
      reports = setInterval(report, CHECK_REPORT_MS);
      opened.onMessage((message) => {
        if (isClosed) return;
        const now = performance.now();
        firstAt ??= now;
        received.bytes += typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength;
        received.messages += 1;
        received.elapsedMs = Math.round(now - firstAt);
        if (received.bytes > CHECK_MAX_BYTES) close();
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
    const answer = await begin(offer, grant.accountId);
    respond(exchange, 201, { 'content-type': 'application/sdp' }, answer);
  };

  return {
    /** `POST …/check/{id}` with an SDP offer. @returns whether it was this route */
    async route(exchange: Exchange): Promise<boolean> {
      const checkId = /^(?:\/media)?\/[^/]+\/check\/([\w-]{1,64})$/.exec(exchange.path)?.[1];
      if (checkId === undefined) return false;
      const { method } = exchange.request;
      if (method === 'POST') await start(exchange, checkId);
      else if (method === 'OPTIONS') respondPreflight(exchange, { 'accept-post': 'application/sdp' });
      else {
        exchange.response.setHeader('allow', 'POST, OPTIONS');
        respondStatus(exchange, 405, 'BAD_REQUEST');
      }
      return true;
    },
    running: (): number => running.size,
    close(): void {
      for (const end of running.values()) end();
    },
  };
};
