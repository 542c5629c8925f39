/** Returns the system's codes of a failed request, outermost first: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `TIMEOUT`. */
export const failureCodesOf = (error: unknown): string[] => {
  const codes: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause) {
    const code: unknown = 'code' in one ? one.code : undefined;
    if (typeof code === 'string') codes.push(code);
    if (one.name === 'TimeoutError') codes.push('TIMEOUT');
    if (one instanceof AggregateError) codes.push(...one.errors.flatMap(failureCodesOf));
  }
  return codes;
};

/** Returns whether a code is about the server's certificate. */
export const isCertificateCode = (code: string): boolean =>
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_)/.test(code);
