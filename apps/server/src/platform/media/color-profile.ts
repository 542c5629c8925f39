const MARKER = Buffer.from('ICC_PROFILE\0', 'latin1');
/** Bytes of a profile that fit into one segment, whose length has 16 bits. */
const CHUNK = 65_535 - 2 - MARKER.length - 2;

/** Embeds a color profile in a JPEG that has none, behind its beginning (ICC.1, B.4): the pixels stay as they are. */
export const withProfile = (jpeg: Buffer, profile: Buffer): Buffer => {
  const count = Math.ceil(profile.length / CHUNK);
  if (count > 255) return jpeg;
  const segments = Array.from({ length: count }, (_, index) => {
    const chunk = profile.subarray(index * CHUNK, (index + 1) * CHUNK);
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(2 + MARKER.length + 2 + chunk.length, 2);
    return Buffer.concat([head, MARKER, Buffer.from([index + 1, count]), chunk]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
};
