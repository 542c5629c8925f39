interface PolicyOptions {
  /** For every script of the page. */
  nonce: string;
  /** Further origins of pictures, videos and live streams: an object store, a media server. */
  mediaOrigins: readonly string[];
  /** Origins that the admin's custom scripts load from and connect to. */
  scriptOrigins: readonly string[];
  /** The site's own analytics code is set. */
  analytics: boolean;
  secure: boolean;
}

/** Takes the reports of browsers. */
export const POLICY_REPORTS_PATH = '/api/policy-reports';

/** A year (RFC 6797). */
export const HSTS = 'max-age=31536000; includeSubDomains';

const ANALYTICS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.googletagmanager.com'];

/**
 * The security headers of a page. Scripts need the nonce, or must be loaded by a script that has it. Inline styles are
 * allowed: components set variables in style attributes, and the player has style elements in its shadow trees, which
 * can't get a nonce.
 */
export const pageHeaders = ({ nonce, mediaOrigins, scriptOrigins, analytics, secure }: PolicyOptions): Record<string, string> => {
  const media = mediaOrigins.join(' ');
  const outside = [...(analytics ? ANALYTICS : []), ...scriptOrigins].join(' ');
  const policy = [
    `default-src 'self'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: ${media} ${outside}`,
    `media-src 'self' blob: ${media}`,
    `font-src 'self'`,
    `connect-src 'self' ${media} ${outside}`,
    `worker-src 'self' blob:`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
    // Firefox and Safari know the first of them alone.
    `report-uri ${POLICY_REPORTS_PATH}`,
    `report-to policy`,
  ];
  return {
    'content-security-policy': policy.map((line) => line.trim()).join('; '),
    'reporting-endpoints': `policy="${POLICY_REPORTS_PATH}"`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(secure ? { 'strict-transport-security': HSTS } : {}),
  };
};
