/** PostgreSQL refuses notifications of 8000 bytes; the rest is for the header. */
const MAX_PIECE_BYTES = 7800;
/** Senders that haven't been heard for so long are forgotten. */
const FORGET_MS = 600_000;

/** Text outside ASCII is written as escapes, which JSON allows, so that a text may be cut anywhere and its length is its size. */
const toAscii = (json: string): string =>
  json.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Cuts messages of one sender into numbered frames. */
export interface FrameWriter {
  /** @param json a JSON text without line breaks */
  framesOf(json: string): string[];
}

/** @param sender without spaces, different for each process */
export const createFrameWriter = (sender: string): FrameWriter => {
  let sequence = 0;
  return {
    framesOf(json) {
      const text = toAscii(json);
      const count = Math.max(1, Math.ceil(text.length / MAX_PIECE_BYTES));
      return Array.from({ length: count }, (_, index) => {
        sequence += 1;
        return `${sender} ${sequence} ${index} ${count} ${text.slice(index * MAX_PIECE_BYTES, (index + 1) * MAX_PIECE_BYTES)}`;
      });
    },
  };
};

export interface Received {
  /** A message that is complete with this frame. */
  json?: string;
  /** A frame before this one never came. */
  isGap: boolean;
}

interface Sender {
  sequence: number;
  pieces: string[];
  heardAt: number;
}

const FRAME = /^(\S+) (\d+) (\d+) (\d+) (.*)$/s;

/** Puts frames together again. Those that come twice are ignored, and one that is missing is noticed by its number. */
export const createFrameReader = (ownSender: string, now: () => number = Date.now): { read(frame: string): Received } => {
  const senders = new Map<string, Sender>();

  const senderOf = (name: string): { sender: Sender; isNew: boolean } => {
    const known = senders.get(name);
    if (known) return { sender: known, isNew: false };
    for (const [other, { heardAt }] of senders) if (now() - heardAt > FORGET_MS) senders.delete(other);
    const sender: Sender = { sequence: 0, pieces: [], heardAt: now() };
    senders.set(name, sender);
    return { sender, isNew: true };
  };

  return {
    read(frame) {
      const [, name, numberText, indexText, countText, piece] = FRAME.exec(frame) ?? [];
      if (name === undefined || name === ownSender) return { isGap: false };
      const { sender, isNew } = senderOf(name);
      const number = Number(numberText);
      if (number <= sender.sequence) return { isGap: false };
      const isGap = !isNew && number !== sender.sequence + 1;
      sender.sequence = number;
      sender.heardAt = now();
      if (isGap || Number(indexText) === 0) sender.pieces = [];
      // The end of a message whose beginning was missed.
      if (sender.pieces.length !== Number(indexText)) return { isGap };
      sender.pieces.push(piece!);
      if (sender.pieces.length < Number(countText)) return { isGap };
      const json = sender.pieces.join('');
      sender.pieces = [];
      return { json, isGap };
    },
  };
};
