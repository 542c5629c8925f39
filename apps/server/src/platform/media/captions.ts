import { CodedError } from '../errors.ts';
import { timestampOf } from './timestamps.ts';

/** A film of several hours has fewer cues. */
const MAX_CUES = 10_000;
const MAX_CUE_LENGTH = 1000;
/** `00:01:02,345 --> 00:01:04.000 line:90%`: SubRip writes a comma, WebVTT a dot and may leave out the hours. */
const TIMING = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})[ \t]+-->[ \t]+(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})(.*)$/;
/** Cue settings that are kept (WebVTT, "WebVTT cue settings"); others are dropped. */
const SETTING = /^(?:vertical:(?:rl|lr)|line:-?\d{1,3}%?|position:\d{1,3}%|size:\d{1,3}%|align:(?:start|center|end|left|right))$/;
/** Tags with the same meaning in both formats; a voice tag names the speaker. */
const TAG = /<(\/?)([biu]|v)(?:[ .][^<>]*)?>|<[^<>]*>/gi;
const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
};
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescaped = (text: string): string => text.replaceAll(/&[a-z]{2,4};/g, (name) => NAMED[name] ?? name);

/** Whether a text begins like one of the formats. */
export const looksLikeCaptions = (text: string): boolean =>
  /^\uFEFF?(?:WEBVTT(?:[ \t\r\n]|$)|\s*\d+[ \t]*\r?\n\d{1,3}:\d\d:\d\d[.,]\d{3}[ \t]+-->)/.test(text);

const msOf = (hours: string | undefined, minutes: string, seconds: string, ms: string): number =>
  ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);

/** A line with the supported tags; everything else is escaped. */
const lineOf = (line: string, isWebVtt: boolean): string => {
  let [out, from] = ['', 0];
  const words = (text: string): string => escaped(isWebVtt ? unescaped(text) : text);
  for (const match of line.matchAll(TAG)) {
    out += words(line.slice(from, match.index));
    from = match.index + match[0].length;
    const [, slash = '', name = ''] = match;
    if (name.toLowerCase() === 'v') out += slash ? '</v>' : `<v ${escaped(unescaped(match[0].slice(2, -1).replace(/^[.\S]*\s*/, '')))}>`;
    else if (name) out += `<${slash}${name.toLowerCase()}>`;
  }
  return out + words(line.slice(from));
};

/**
 * Converts WebVTT or SubRip captions to sanitized WebVTT. Only cues with their settings and basic tags are kept: no styles, regions,
 * comments or scripts.
 * @param bytes UTF-8
 * @throws CodedError FILE_UNREADABLE for another format, for no cues, for a cue that ends before it begins, or when a limit is exceeded
 */
export const captionsOf = (bytes: Uint8Array): string => {
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  } catch {
    throw new CodedError('FILE_UNREADABLE');
  }
  if (!looksLikeCaptions(source) || source.includes('\0')) throw new CodedError('FILE_UNREADABLE');
  const isWebVtt = source.startsWith('WEBVTT');
  const cues: { timing: string; lines: string[] }[] = [];
  for (const block of source.split(/\n{2,}/)) {
    const lines = block.split('\n').filter((line) => line !== '');
    const at = lines.findIndex((line, index) => index < 2 && TIMING.test(line));
    if (at < 0) {
      // In WebVTT, a block without timing is metadata. In SubRip it is the rest of a cue with an empty line.
      if (!isWebVtt) cues.at(-1)?.lines.push(...lines);
      continue;
    }
    const [, h1, m1, s1, f1, h2, m2, s2, f2, settings = ''] = TIMING.exec(lines[at]!)!;
    const [start, end] = [msOf(h1, m1!, s1!, f1!), msOf(h2, m2!, s2!, f2!)];
    if (end <= start || cues.length === MAX_CUES) throw new CodedError('FILE_UNREADABLE');
    const places = settings.split(/\s+/).filter((setting) => SETTING.test(setting));
    cues.push({ timing: [`${timestampOf(start)} --> ${timestampOf(end)}`, ...places].join(' '), lines: lines.slice(at + 1) });
  }
  const blocks = cues.map(({ timing, lines }) => [timing, ...lines.map((line) => lineOf(line, isWebVtt))].join('\n'));
  if (blocks.length === 0 || blocks.some((block) => block.length > MAX_CUE_LENGTH)) throw new CodedError('FILE_UNREADABLE');
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
};
