import type { OfferFault } from '@stagedoor/contract/errors';
import { CodedError } from '../../platform/errors.ts';
import { type MediaSection, type SessionDescription, selectPayload } from './sdp.ts';

type MediaKind = 'video' | 'audio';

/** A section that is taken, with its payload. */
export interface TakenSection {
  kind: MediaKind;
  section: MediaSection;
  payload: MediaSection['payloads'][number];
}

/** Media that a publisher may send, or that a viewer may receive. */
export interface TakenMedia {
  video: TakenSection | undefined;
  audio: TakenSection | undefined;
}

const NAMES: Readonly<Record<string, string>> = { h265: 'HEVC', hevc: 'HEVC', av1: 'AV1', vp8: 'VP8', vp9: 'VP9', h264: 'H.264' };
/** Payloads that carry no media of their own. */
const HELPERS: ReadonlySet<string> = new Set(['rtx', 'red', 'ulpfec', 'flexfec-03', 'cn', 'telephone-event']);

/** An offer that can't be taken, with the cause. */
export const offerFault = (reason: OfferFault, details: Readonly<Record<string, string>> = {}): CodedError => {
  const isCodec = reason === 'noH264' || reason === 'noOpus';
  return new CodedError(isCodec ? 'LIVE_CODEC_UNSUPPORTED' : 'LIVE_OFFER_INVALID', { reason, ...details });
};

/** Names of the codecs that a section offers, as people write them. */
const codecsOf = ({ payloads }: MediaSection): string => {
  const names = payloads.filter(({ codec }) => !HELPERS.has(codec)).map(({ codec }) => NAMES[codec] ?? codec.toUpperCase());
  return [...new Set(names)].join(', ') || '–';
};

const isMedia = ({ kind, isOffered }: MediaSection): boolean => isOffered && (kind === 'video' || kind === 'audio');

/** Each section has its own transport unless they are bundled, and the server has one. */
const isBundled = ({ session }: SessionDescription, sections: readonly MediaSection[]): boolean => {
  if (sections.length < 2) return true;
  const groups = session.filter((line) => line.startsWith('a=group:BUNDLE ')).map((line) => line.trim().split(' ').slice(1));
  return groups.some((mids) => sections.every(({ mid }) => mids.includes(mid)));
};

const take = (kind: MediaKind, sections: readonly MediaSection[]): TakenSection | undefined => {
  const own = sections.filter((section) => section.kind === kind);
  if (own.length > 1) throw offerFault(kind === 'video' ? 'twoVideos' : 'twoAudios');
  const section = own[0];
  if (!section) return undefined;
  const payload = selectPayload(section);
  if (!payload) throw offerFault(kind === 'video' ? 'noH264' : 'noOpus', { codecs: codecsOf(section) });
  if (section.mid === '') throw offerFault('noMid');
  return { kind, section, payload };
};

/**
 * Reads what an offer sends or receives.
 *
 * @param direction the client's
 * @throws CodedError LIVE_OFFER_INVALID, LIVE_CODEC_UNSUPPORTED, with the cause as `reason`
 */
export const takeMedia = (description: SessionDescription, direction: 'sends' | 'receives'): TakenMedia => {
  const offered = description.media.filter(isMedia);
  if (offered.length === 0) throw offerFault('noMedia');
  const wanted = direction === 'sends' ? 'sendonly' : 'recvonly';
  const sections = offered.filter((section) => section.direction === wanted || section.direction === 'sendrecv');
  if (sections.length === 0) throw offerFault(direction === 'sends' ? 'sendsNothing' : 'receivesNothing');
  const media = { video: take('video', sections), audio: take('audio', sections) };
  const lines = [...description.session, ...sections.flatMap((section) => section.lines)];
  if (!lines.some((line) => line.startsWith('a=fingerprint:'))) throw offerFault('noFingerprint');
  if (!isBundled(description, sections)) throw offerFault('noBundle');
  return media;
};
