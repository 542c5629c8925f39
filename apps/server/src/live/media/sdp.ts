import { isIP } from 'node:net';

/** Session descriptions (RFC 8866) as far as publishing and playing need them. */

const DIRECTIONS = ['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const;

export interface MediaSection {
  kind: string;
  mid: string;
  direction: (typeof DIRECTIONS)[number];
  /** False for a section that the offer rejects: its port is 0, and it isn't offered within the bundle alone (RFC 9143, section 6). */
  isOffered: boolean;
  lines: string[];
  payloads: { type: number; codec: string; clockRate: number; format: string }[];
}

export interface SessionDescription {
  session: string[];
  media: MediaSection[];
}

const MAX_BYTES = 64 * 1024;
const MAX_SECTIONS = 8;

const portOf = ({ lines }: Pick<MediaSection, 'lines'>): string | undefined => lines[0]!.split(' ')[1]?.split('/')[0];
/** The port of a section whose transport is given elsewhere (RFC 8840, section 4.1.1). */
const DISCARD_PORT = '9';

/** Parses a session description; undefined when it is invalid. */
export const parseSdp = (text: string): SessionDescription | undefined => {
  if (text.length > MAX_BYTES || !text.startsWith('v=0')) return undefined;
  const session: string[] = [];
  const media: MediaSection[] = [];
  for (const line of text.split(/\r\n|\n/)) {
    if (line === '') continue;
    if (!/^[a-z]=/.test(line)) return undefined;
    if (line.startsWith('m=')) {
      if (media.length >= MAX_SECTIONS) return undefined;
      media.push({ kind: line.slice(2).split(' ')[0]!, mid: '', direction: 'sendrecv', isOffered: true, lines: [line], payloads: [] });
      continue;
    }
    (media.at(-1)?.lines ?? session).push(line);
  }
  const bundled = new Set(session.filter((line) => line.startsWith('a=group:BUNDLE ')).flatMap((line) => line.trim().split(' ').slice(1)));
  for (const section of media) {
    const formats = new Map<number, string>();
    for (const line of section.lines) {
      const direction = DIRECTIONS.find((one) => line === `a=${one}`);
      if (direction) section.direction = direction;
      if (line.startsWith('a=mid:')) section.mid = line.slice(6).trim();
      const map = /^a=rtpmap:(\d{1,3}) ([\w-]{1,20})\/(\d{1,6})/.exec(line);
      if (map) section.payloads.push({ type: Number(map[1]), codec: map[2]!.toLowerCase(), clockRate: Number(map[3]), format: '' });
      const format = /^a=fmtp:(\d{1,3}) (.{1,4000})$/.exec(line);
      if (format) formats.set(Number(format[1]), format[2]!);
    }
    for (const payload of section.payloads) payload.format = formats.get(payload.type) ?? '';
    section.isOffered = portOf(section) !== '0' || (section.lines.includes('a=bundle-only') && bundled.has(section.mid));
  }
  return { session, media };
};

const hasMode = ({ format }: MediaSection['payloads'][number], mode: 0 | 1): boolean =>
  new RegExp(`(^|;\\s*)packetization-mode=${mode}`).test(format);

/**
 * The supported payload of a section: Opus, or H.264, preferably with packetization mode 1 and constrained baseline. GStreamer offers H.264
 * without parameters, and takes every mode.
 */
export const selectPayload = (section: MediaSection): MediaSection['payloads'][number] | undefined => {
  if (section.kind === 'audio') return section.payloads.find(({ codec }) => codec === 'opus');
  const h264 = section.payloads.filter(({ codec, clockRate }) => codec === 'h264' && clockRate === 90_000);
  const usable = h264.filter((payload) => hasMode(payload, 1));
  return (
    usable.find(({ format }) => /profile-level-id=42[ce]0/i.test(format)) ??
    usable[0] ??
    h264.find((payload) => !hasMode(payload, 0)) ??
    h264[0]
  );
};

/** Whether a line of a section is kept: not those of other payloads, unsupported feedback and extensions. */
export const keepsLine = (line: string, payload: number): boolean => {
  const about = /^a=(?:rtpmap|fmtp|rtcp-fb):(\d+)(?: (.*))?$/.exec(line);
  if (about) {
    if (Number(about[1]) !== payload) return false;
    return !line.startsWith('a=rtcp-fb:') || /^(nack|nack pli|ccm fir|goog-remb)$/.test(about[2] ?? '');
  }
  return !/^a=(extmap|extmap-allow-mixed|ssrc-group|rid|simulcast|bundle-only)/.test(line);
};

/** Whether a candidate has a numeric address: hostnames are never resolved. */
const hasNumericAddress = (line: string): boolean => {
  const address = /^a=candidate:\S+ \d+ \S+ \d+ (\S+) /.exec(line)?.[1];
  return address !== undefined && isIP(address) !== 0;
};

/** An offer without candidates, or without those whose address is a hostname, such as browsers' `.local`. */
export const withoutCandidates = (offer: string, which: 'all' | 'named'): string =>
  offer
    .split(/\r\n|\n/)
    .filter((line) =>
      which === 'all' ? !/^a=(candidate:|end-of-candidates)/.test(line) : !line.startsWith('a=candidate:') || hasNumericAddress(line),
    )
    .join('\r\n');

/** The name in the origin of an offer by libdatachannel, and so by OBS. */
const LIBDATACHANNEL_ORIGIN = /^o=rtc /m;

/** Whether an offer comes from the library that this server uses, too. */
export const isOfLibdatachannel = (offer: string): boolean => LIBDATACHANNEL_ORIGIN.test(offer);

/** Chooses who starts the DTLS handshake, where the offer leaves it open. */
export const withDtlsStartBy = (offer: string, side: 'client' | 'server'): string =>
  offer.replace(/^a=setup:actpass/gm, side === 'client' ? 'a=setup:active' : 'a=setup:passive');

/** A trickle ICE fragment (RFC 8840): candidates with the section they belong to. */
export interface SdpFragment {
  ufrag: string | undefined;
  candidates: { mid: string; candidate: string }[];
}

/** @returns undefined when it is invalid or has too many candidates */
export const parseSdpFragment = (text: string, maxCandidates: number): SdpFragment | undefined => {
  const fragment: SdpFragment = { ufrag: undefined, candidates: [] };
  let mid = '';
  for (const line of text.split(/\r\n|\n/)) {
    if (line === '') continue;
    if (!/^[a-z]=/.test(line)) return undefined;
    if (line.startsWith('a=ice-ufrag:')) fragment.ufrag = line.slice(12).trim();
    if (line.startsWith('a=mid:')) mid = line.slice(6).trim();
    if (!line.startsWith('a=candidate:') || !hasNumericAddress(line)) continue;
    fragment.candidates.push({ mid, candidate: line });
    if (fragment.candidates.length > maxCandidates) return undefined;
  }
  return fragment;
};

/**
 * A section's first words with a port. One that is offered within the bundle alone gets one: the library would take port 0 for a rejected
 * section, as it is outside of a bundle.
 */
export const headOf = (section: MediaSection): string[] => {
  const words = section.lines[0]!.split(' ');
  if (section.isOffered && portOf(section) === '0') words[1] = DISCARD_PORT;
  return words;
};

/** The same offer with a port for each section that is offered. */
export const withPorts = ({ session, media }: SessionDescription): string => {
  const sections = media.flatMap((section) => [
    headOf(section).join(' '),
    ...section.lines.slice(1).filter((line) => !line.startsWith('a=bundle-only')),
  ]);
  return `${[...session, ...sections].join('\r\n')}\r\n`;
};

/** The offer's data channels alone (RFC 8841); undefined when it offers no one section of them, or anything else. */
export const dataOffer = ({ session, media }: SessionDescription): string | undefined => {
  const [section] = media;
  if (media.length !== 1 || section!.kind !== 'application' || !section!.isOffered || section!.mid === '') return undefined;
  if (!/^m=application \d+ (?:UDP|TCP)\/DTLS\/SCTP webrtc-datachannel$/.test(section!.lines[0]!.trim())) return undefined;
  return withPorts({ session: session.filter((line) => !line.startsWith('a=extmap')), media });
};

/** Sets a start bitrate for a sharp picture at once: without it Chromium starts at 360p and changes its parameters in mid-stream. */
export const withStartBitrate = (answer: string, payload: number): string =>
  answer.replace(new RegExp(`^(a=fmtp:${payload} .*?)\\r?$`, 'm'), '$1;x-google-start-bitrate=1200;x-google-min-bitrate=600\r');
