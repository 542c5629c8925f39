import { connect } from 'node:tls';
import { z } from 'zod';
import type { Encryption } from '../../platform/encryption.ts';
import { PROBE_PATH, PROBE_UPLOAD_BYTES, type ProbeView, probeAuthorization, probeView } from '../../platform/site-probe.ts';
import { messageOf } from '../../platform/thrown.ts';
import { clockFinding } from './database-checks.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import { type DoctorScope, NETWORK_MS } from './scope.ts';

const DAY_MS = 86_400_000;
/** Certificates of 45 days are renewed two weeks before their end. */
const FEW_DAYS = 10;
/** An address for documentation (RFC 5737), which the doctor claims to come from. */
const CLAIMED = '203.0.113.77';
/** An upload of 16 MB at 1 MB/s. */
const UPLOAD_MS = 20_000;
const answer = z.object({ data: probeView });
const uploaded = z.object({ data: z.object({ bytes: z.number() }) });

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return messageOf(cause);
};

/** Asks a node how it sees this request. Undefined for what isn't this site. */
export const askSite = async (
  url: string,
  encryption: Encryption,
  headers: Record<string, string> = {},
): Promise<ProbeView | undefined> => {
  const response = await fetch(`${url}${PROBE_PATH}`, {
    headers: { authorization: probeAuthorization(encryption, new Date()), ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(NETWORK_MS),
  });
  const parsed = answer.safeParse(await response.json().catch(() => undefined));
  return parsed.success ? parsed.data.data : undefined;
};

const checkCertificate = ({ hostname, port, protocol }: URL): Promise<Finding[]> => {
  if (protocol !== 'https:') return Promise.resolve([]);
  const check = 'PUBLIC_URL: certificate';
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
      timeout: NETWORK_MS,
    });
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve([finding]);
    };
    const remedy = 'Renew the certificate, and see why that isn’t done by itself.';
    socket.once('timeout', () => end(failed(check, 'No TLS answer in time.', 'Check the proxy in front of the site.')));
    socket.once('error', (error) => end(failed(check, `No TLS: ${error.message}.`, 'Check the proxy in front of the site.')));
    socket.once('secureConnect', () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
      if (!socket.authorized) end(failed(check, `Browsers refuse it: ${String(socket.authorizationError)}.`, remedy));
      else if (days < FEW_DAYS) end(failed(check, `It ends in ${days} days.`, remedy));
      else end(ok(check, `It is valid for ${days} days.`));
    });
  });
};

/**
 * Judges the header that arrived. The doctor sent one with a false address: a proxy must replace it, or add its caller's at the end. Without a
 * proxy it arrives as it was sent, and mustn't be believed.
 */
const checkAddress = ({ forwardedFor, trustsProxy, address }: ProbeView): Finding => {
  const check = 'PUBLIC_URL: address of callers';
  const last = forwardedFor?.split(',').at(-1)?.trim();
  if (last === undefined)
    return failed(
      check,
      `All visitors share the proxy’s address ${address}.`,
      'Let the proxy set X-Forwarded-For, and set TRUST_PROXY=yes.',
    );
  if (last === CLAIMED && trustsProxy)
    return failed(
      check,
      'A caller can claim any address: limits and blocked countries can be evaded.',
      'Let the proxy set X-Forwarded-For to the address it sees; without a proxy, set TRUST_PROXY=no.',
    );
  if (last !== CLAIMED && !trustsProxy)
    return failed(check, `All visitors share the proxy’s address ${address}.`, 'Set TRUST_PROXY=yes: a proxy is in front of the site.');
  return ok(check, last === CLAIMED ? `No proxy is between: the site sees ${address}.` : `The proxy names its callers: ${last}.`);
};

const checkScheme = ({ scheme }: ProbeView, { protocol }: URL): Finding =>
  protocol === 'https:' && scheme !== 'https'
    ? failed(
        'PUBLIC_URL: scheme',
        'PUBLIC_URL is https, and the site takes requests for http.',
        'Let the proxy set X-Forwarded-Proto, and set TRUST_PROXY=yes.',
      )
    : ok('PUBLIC_URL: scheme', `The site takes requests for ${scheme}.`);

const checkMetrics = async (url: string): Promise<Finding> => {
  const response = await fetch(`${url}/metrics`, { redirect: 'manual', signal: AbortSignal.timeout(NETWORK_MS) });
  await response.body?.cancel();
  return response.ok
    ? failed('PUBLIC_URL: /metrics', 'Everybody can read /metrics.', 'Let the proxy answer 404 there, or add X-Forwarded-For.')
    : ok('PUBLIC_URL: /metrics', `/metrics is closed (${response.status}).`);
};

const checkSocket = (url: string): Promise<Finding> =>
  new Promise((resolve) => {
    const check = 'PUBLIC_URL: WebSocket';
    const remedy = 'Let the proxy pass on Upgrade and Connection, with HTTP/1.1.';
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);
    const end = (finding: Finding): void => {
      clearTimeout(timer);
      socket.close();
      resolve(finding);
    };
    const timer = setTimeout(() => end(failed(check, 'It doesn’t open in time.', remedy)), NETWORK_MS);
    socket.addEventListener('message', () => end(ok(check, 'It opens.')));
    socket.addEventListener('error', () => end(failed(check, 'It can’t be opened: pages would poll.', remedy)));
  });

const checkUpload = async (url: string, encryption: Encryption): Promise<Finding> => {
  const check = 'PUBLIC_URL: upload of 16 MB';
  const remedy = 'Let the proxy take bodies of 520 MB (nginx: client_max_body_size 520m).';
  try {
    const response = await fetch(`${url}${PROBE_PATH}`, {
      method: 'POST',
      headers: { authorization: probeAuthorization(encryption, new Date()), 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(PROBE_UPLOAD_BYTES),
      signal: AbortSignal.timeout(UPLOAD_MS),
    });
    const parsed = uploaded.safeParse(await response.json().catch(() => undefined));
    if (parsed.success && parsed.data.data.bytes === PROBE_UPLOAD_BYTES) return ok(check, 'It arrived whole.');
    return failed(check, `It was refused with ${response.status}.`, remedy);
  } catch (error) {
    return failed(check, `It broke off: ${causeOf(error)}.`, remedy);
  }
};

const checkHttpClock = async (url: string): Promise<Finding[]> => {
  const before = Date.now();
  const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(NETWORK_MS) });
  await response.body?.cancel();
  const date = Date.parse(response.headers.get('date') ?? '');
  const middle = (before + Date.now()) / 2;
  // The header has whole seconds.
  return Number.isNaN(date) ? [] : [clockFinding('clock: HTTP', 'PUBLIC_URL', (date - middle) / 1000, 1)];
};

/** Looks at the site as visitors reach it. Left out while it doesn't run. */
export const checkPublicUrl = async ({ config, site, encryption }: DoctorScope): Promise<Finding[]> => {
  if (!site || !encryption) return [];
  const { publicUrl, isLocal } = config;
  const url = new URL(publicUrl);
  const certificate = await checkCertificate(url);
  const reach = 'PUBLIC_URL';
  const remedy = 'Check the DNS name, the proxy and the firewall; behind NAT, let this machine reach its own public address.';
  let view: ProbeView | undefined;
  try {
    view = await askSite(publicUrl, encryption, { 'x-forwarded-for': CLAIMED });
  } catch (error) {
    return [failed(reach, `${publicUrl} can’t be reached from here: ${causeOf(error)}.`, remedy), ...certificate];
  }
  if (!view) return [failed(reach, `Something else than this site answers at ${publicUrl}.`, remedy), ...certificate];
  const findings = [ok(reach, `${publicUrl} leads to this site.`), ...certificate, checkAddress(view), checkScheme(view, url)];
  if (view.publicUrl !== publicUrl)
    findings.push(warning(reach, `The site runs with PUBLIC_URL=${view.publicUrl}.`, 'Run the doctor with the variables of the site.'));
  // On its own machine a local site's metrics are open on purpose.
  if (!isLocal) findings.push(await checkMetrics(publicUrl));
  findings.push(await checkSocket(publicUrl), await checkUpload(publicUrl, encryption), ...(await checkHttpClock(publicUrl)));
  return findings;
};
