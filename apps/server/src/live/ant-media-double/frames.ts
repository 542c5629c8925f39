import type { Fields } from './values.ts';

/** Sends a message to a client. */
export type Send = (message: Fields) => void;

export const failure = (definition: string, streamId: string, more: Fields = {}): Fields => ({
  command: 'error',
  definition,
  streamId,
  ...more,
});

export const notification = (definition: string, streamId: string, more: Fields = {}): Fields => ({
  command: 'notification',
  definition,
  streamId,
  ...more,
});

/** A candidate as the protocol writes it: `label` is the section's index, which is its name in our descriptions too. */
export const candidateFrame = (streamId: string, candidate: string, mid: string, label: number): Fields => ({
  command: 'takeCandidate',
  streamId,
  label,
  id: mid,
  candidate,
});

const midOf = (section: string): string | undefined => /^a=mid:(\S+)/m.exec(section)?.[1];

/** Splits a description into itself without candidates, and the candidates with their sections. */
export const splitCandidates = (sdp: string): { sdp: string; candidates: { candidate: string; mid: string; label: number }[] } => {
  const candidates: { candidate: string; mid: string; label: number }[] = [];
  const [head, ...sections] = sdp.split(/(?=^m=)/m);
  const kept = sections.map((section, label) => {
    const mid = midOf(section) ?? String(label);
    for (const [, candidate] of section.matchAll(/^a=(candidate:.*?)\r?$/gm)) candidates.push({ candidate: candidate!, mid, label });
    return section.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, '');
  });
  return { sdp: [head, ...kept].join(''), candidates };
};

/** The answer with a refused section for each of the offer's that it left out: the SDK also offers a data channel, which the live process has not. */
export const withRefusedSections = (offer: string, answer: string): string => {
  const [head, ...answered] = answer.split(/(?=^m=)/m);
  const sections = offer.split(/(?=^m=)/m).slice(1);
  const complete = sections.map((section) => {
    const mid = midOf(section);
    const own = answered.find((one) => midOf(one) === mid);
    const line = /^m=(\S+) \S+ (.*?)\r?$/m.exec(section);
    return own ?? `m=${line?.[1]} 0 ${line?.[2]}\r\nc=IN IP4 0.0.0.0\r\na=inactive\r\na=mid:${mid}\r\n`;
  });
  return [head, ...complete].join('');
};
