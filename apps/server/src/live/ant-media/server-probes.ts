import type { MediaServerCheck } from '@stagedoor/contract/admin-media-server';
import type { MediaServerProblem } from '@stagedoor/contract/media-server.values';
import { z } from 'zod';
import { CodedError } from '../../platform/errors.ts';
import { failureCodesOf, isCertificateCode } from '../../platform/outbound/failure-codes.ts';
import { type Rest, RestRefusal } from './rest.ts';

/** The first version that takes what this site sends. */
const OLDEST_VERSION = [2, 10] as const;

/** The outcome of a check: nothing is wrong, or what is and what was found. */
export type Finding = Pick<MediaServerCheck, 'problem' | 'found'>;

export const FINE: Finding = { problem: null, found: '' };
export const finding = (problem: MediaServerProblem, found: string): Finding => ({ problem, found });

/** A request that got no answer. */
export const unreachable = (error: unknown): Finding => {
  const [code = 'unreachable'] = failureCodesOf(error);
  return finding(isCertificateCode(code) ? 'mediaTls' : 'mediaNoServer', code);
};

/** Names what is wrong with the text of an address: only scheme, host and port are allowed. */
export const addressFinding = (address: string, publicUrl: string): Finding => {
  const wrong = finding('mediaServerAddress', '');
  if (!/^https?:\/\/[^\s\\/?#@]+\/?$/i.test(address) || !URL.canParse(address)) return wrong;
  const { protocol, host } = new URL(address);
  return protocol === 'http:' && publicUrl.startsWith('https:') ? finding('mediaInsecure', host) : FINE;
};

const countSchema = z.object({ number: z.number() });

/** Asks for the number of streams, which needs the key, an allowed address and the application. */
export const probeRest = async (rest: Rest, app: string): Promise<Finding> => {
  try {
    await rest.call('GET', '/broadcasts/count', countSchema);
    return FINE;
  } catch (error) {
    if (error instanceof RestRefusal) {
      if (error.status === 401 || error.status === 403) return finding('mediaServerKey', `HTTP ${error.status}`);
      return error.status === 404 ? finding('mediaServerApp', app) : finding('mediaServerForeign', `HTTP ${error.status}`);
    }
    if (!(error instanceof CodedError)) throw error;
    if (error.cause === undefined) return finding('mediaServerForeign', 'HTTP 5xx');
    const isAnswer = error.cause instanceof SyntaxError || error.cause instanceof z.ZodError;
    return isAnswer ? finding('mediaServerForeign', 'HTTP 200') : unreachable(error.cause);
  }
};

const versionSchema = z.object({ versionName: z.string() });

/** Compares the server's version; one that doesn't tell it isn't refused. */
export const probeVersion = async (rest: Rest): Promise<Finding> => {
  const name = await rest.call('GET', '/version', versionSchema).then(
    ({ versionName }) => versionName.slice(0, 40),
    () => '',
  );
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(name) ?? [];
  if (major === undefined || minor === undefined) return FINE;
  const difference = Number(major) - OLDEST_VERSION[0] || Number(minor) - OLDEST_VERSION[1];
  return difference < 0 ? finding('mediaServerOld', name) : { problem: null, found: name };
};

export interface PlaylistProbe {
  /** Address of the application. */
  base: string;
  streamId: string;
  /** A token that the server should accept. */
  token: string;
  origin: string;
  timeoutMs: number;
}

/** Requests a playlist of a stream that isn't on air as a page would: without a token, then with one. */
export const probePlaylist = async ({
  base,
  streamId,
  token,
  origin,
  timeoutMs,
}: PlaylistProbe): Promise<{ play: Finding; cors: Finding }> => {
  const request = async (query: string): Promise<{ status: number; allowed: string | null }> => {
    const response = await fetch(`${base}/streams/${streamId}.m3u8${query}`, {
      headers: { origin },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return { status: response.status, allowed: response.headers.get('access-control-allow-origin') };
  };
  try {
    const open = await request('');
    if (open.status !== 401 && open.status !== 403)
      return { play: finding('mediaServerPlaysOpen', `HTTP ${open.status}`), cors: corsOf(open.allowed, base, origin) };
    const { status, allowed } = await request(`?token=${encodeURIComponent(token)}`);
    const isRefused = status === 401 || status === 403;
    const play = isRefused
      ? finding('mediaServerPlay', `HTTP ${status}`)
      : status >= 500
        ? finding('mediaServerForeign', `HTTP ${status}`)
        : FINE;
    return { play, cors: corsOf(allowed, base, origin) };
  } catch (error) {
    return { play: unreachable(error), cors: FINE };
  }
};

const corsOf = (allowed: string | null, base: string, origin: string): Finding =>
  new URL(base).origin === origin || allowed === '*' || allowed === origin ? FINE : finding('mediaCors', allowed ?? '–');
