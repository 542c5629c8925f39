import type { TakenMedia, TakenSection } from './offer.ts';
import { type MediaSection, type SessionDescription, headOf, keepsLine, parseSdp } from './sdp.ts';

// The WebRTC library sorts packets of several sections by the sources that the offer names, and drops the others. Offers needn't name any (RFC 8829,
// section 5.2.1), and those of simulcast name one at most. The library is therefore offered one section, whose transport carries all, and gives every
// packet to it; the answer for all sections is composed here.

const TRANSPORT = ['setup', 'ice-ufrag', 'ice-pwd', 'fingerprint'] as const;
const MID = 'urn:ietf:params:rtp-hdrext:sdes:mid';
const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id';

/** Layers of one picture that a section offers to send at once (RFC 8853). */
export interface Layers {
  /** Their names, the preferred one first. */
  rids: readonly string[];
  /** The number of the header extension that names a packet's layer, if it is offered. */
  extension: number | undefined;
  /** The source of the preferred one, if the offer names one. */
  source: number | undefined;
}

const extensionOf = ({ lines }: MediaSection, uri: string): string | undefined =>
  lines.find((line) => new RegExp(`^a=extmap:\\d{1,3}(/\\w+)? ${uri}$`).test(line.trim()));

/** Reads a section's layers; undefined when it offers one picture alone. */
export const layersOf = (section: MediaSection): Layers | undefined => {
  const list = section.lines.map((line) => /^a=simulcast:send ([\w~;,-]{1,200})/.exec(line)?.[1]).find((one) => one !== undefined);
  // Alternatives are separated by commas, and layers that are paused at the start have a tilde.
  const rids = (list ?? '').split(';').map((one) => one.split(',')[0]!.replace('~', ''));
  if (rids.length < 2 || rids.includes('')) return undefined;
  const number = /^a=extmap:(\d+)/.exec(extensionOf(section, RID) ?? '')?.[1];
  const source = section.lines.map((line) => /^a=ssrc:(\d{1,10}) /.exec(line)?.[1]).find((one) => one !== undefined);
  return { rids, extension: number === undefined ? undefined : Number(number), source: source === undefined ? undefined : Number(source) };
};

/** The offer of one section, with the transport of the bundle that it is in. */
export const offerOf = ({ session, media }: SessionDescription, { section, payload }: TakenSection): string => {
  const own = section.lines.slice(1).filter((line) => keepsLine(line, payload.type));
  const has = (lines: readonly string[], name: string): boolean => lines.some((line) => line.startsWith(`a=${name}:`));
  const lent = TRANSPORT.filter((name) => !has(session, name) && !has(own, name)).flatMap((name) => {
    const line = media.flatMap(({ lines }) => lines).find((one) => one.startsWith(`a=${name}:`));
    return line === undefined ? [] : [line];
  });
  const lines = [
    ...session.filter((line) => !/^a=(extmap|group)/.test(line)),
    `a=group:BUNDLE ${section.mid}`,
    [...headOf(section).slice(0, 3), String(payload.type)].join(' '),
    ...own,
    ...lent,
  ];
  return `${lines.join('\r\n')}\r\n`;
};

const linesOfLayers = (section: MediaSection): string[] => {
  const layers = layersOf(section);
  if (!layers) return [];
  const extensions = [MID, RID].flatMap((uri) => extensionOf(section, uri) ?? []);
  return [...extensions, ...layers.rids.map((rid) => `a=rid:${rid} recv`), `a=simulcast:recv ${layers.rids.join(';')}`];
};

const isTransport = (line: string): boolean => /^(c=|a=(setup|ice-ufrag|ice-pwd|ice-options|fingerprint):)/.test(line);
const isCandidate = (line: string): boolean => /^a=(candidate:|end-of-candidates)/.test(line);

const acceptedSection = ({ section, payload }: TakenSection, port: string, transport: readonly string[]): string[] => {
  const [kind, , protocol] = section.lines[0]!.split(' ');
  const about = new RegExp(`^a=(rtpmap|fmtp|rtcp-fb):${payload.type} `);
  return [
    `${kind} ${port} ${protocol} ${payload.type}`,
    `a=mid:${section.mid}`,
    'a=recvonly',
    'a=rtcp-mux',
    ...section.lines.filter((line) => about.test(line) && keepsLine(line, payload.type)),
    ...linesOfLayers(section),
    ...transport,
  ];
};

const refusedSection = (section: MediaSection): string[] => {
  const [kind, , ...rest] = section.lines[0]!.split(' ');
  const mid = section.mid === '' ? [] : [`a=mid:${section.mid}`];
  return [[kind, '0', ...rest].join(' '), 'c=IN IP4 0.0.0.0', ...mid, 'a=inactive'];
};

/** The answer to a whole offer, made of the library's answer to one of its sections: the others have the same transport, or are refused. */
export const answerOf = ({ media }: SessionDescription, { video, audio }: TakenMedia, partial: string): string => {
  const { session, media: answered } = parseSdp(partial) ?? { session: [], media: [] };
  const own = answered[0]?.lines ?? [];
  const port = own[0]?.split(' ')[1] ?? '0';
  const takenOf = (section: MediaSection): TakenSection | undefined => [video, audio].find((one) => one?.section === section);
  const mids = media.filter((section) => takenOf(section) !== undefined).map(({ mid }) => mid);
  const lines = session.map((line) => line.replace(/^(a=group:(?:BUNDLE|LS)) .*/, `$1 ${mids.join(' ')}`));
  let isFirst = true;
  for (const section of media) {
    const taken = takenOf(section);
    if (taken)
      lines.push(
        ...acceptedSection(
          taken,
          port,
          own.filter((line) => isTransport(line) || (isFirst && isCandidate(line))),
        ),
      );
    else lines.push(...refusedSection(section));
    if (taken) isFirst = false;
  }
  return `${lines.join('\r\n')}\r\n`;
};
