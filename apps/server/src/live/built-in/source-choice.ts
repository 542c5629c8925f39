/** A source that has sent nothing for this long may be replaced by one that sends: a track that is restarted has a new source. */
const SILENT_MS = 300;
/** The same of layers: one that pauses for a moment isn't worth a picture of another size. */
const LAYER_SILENT_MS = 2_000;
/** So long the preferred layer is waited for. */
const PREFERENCE_MS = 1_000;
/** After this long the source with the most bytes is chosen, once: the best layer of a simulcast. */
const COMPARED_MS = 1_000;
/** A track has one source, a few layers, and more only when it is restarted. Others are ignored. */
const MAX_SOURCES = 64;

interface Source {
  bytes: number;
  lastAt: number;
}

/**
 * Chooses the RTP source of a track that is used. A client may send several layers of a picture at once (simulcast); taken together they make no
 * picture. Of layers that the offer names, the first is kept as long as it comes; of others, the one with the most bytes. A track that is restarted has a new source, and the old one falls silent.
 */
export const createSourceChoice = ({ hasLayers = false }: { hasLayers?: boolean } = {}) => {
  const silentMs = hasLayers ? LAYER_SILENT_MS : SILENT_MS;
  let beganAt: number | undefined;
  const sources = new Map<number, Source>();
  let chosen: number | undefined;
  let comparesAt = Infinity;

  const isSilent = (ssrc: number | undefined, now: number): boolean => {
    const source = ssrc === undefined ? undefined : sources.get(ssrc);
    return source === undefined || now - source.lastAt > silentMs;
  };

  return {
    /**
     * Records a packet.
     *
     * @param now milliseconds of a monotonic clock
     * @param isPreferred it is of the layer that is chosen if it comes in time
     * @returns whether the packet belongs to the chosen source
     */
    takes(ssrc: number, bytes: number, now: number, isPreferred = false): boolean {
      beganAt ??= now;
      if (hasLayers && chosen === undefined && !isPreferred && now - beganAt < PREFERENCE_MS) return false;
      const wasSilent = isSilent(chosen, now);
      let source = sources.get(ssrc);
      if (!source) {
        if (sources.size >= MAX_SOURCES) return false;
        sources.set(ssrc, (source = { bytes: 0, lastAt: now }));
        if (sources.size === 1) comparesAt = now + COMPARED_MS;
      }
      source.bytes += bytes;
      source.lastAt = now;
      if (wasSilent) chosen = ssrc;
      else if (!hasLayers && now >= comparesAt) {
        comparesAt = Infinity;
        const [best] = [...sources].filter(([one]) => !isSilent(one, now)).toSorted(([, one], [, other]) => other.bytes - one.bytes);
        chosen = best?.[0] ?? chosen;
      }
      return ssrc === chosen;
    },
    /** Tells whether an RTP source is the chosen one. */
    isChosen: (ssrc: number): boolean => ssrc === chosen,
    /** Tells whether an RTP source is known and not the chosen one. */
    isOther: (ssrc: number): boolean => ssrc !== chosen && sources.has(ssrc),
  };
};
