/**
 * The same bytes in memory of their own. Small buffers are slices of a pool that Node shares among them: one that is kept would keep its
 * whole pool.
 */
export const ownBytes = (bytes: Uint8Array): Buffer => {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
};
