/** Reads a cookie visible to scripts. Browser only. */
export const readCookie = (name: string): string | null => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
};

/**
 * Sets a cookie for a year, for the whole site; the next request has it.
 * @returns whether the browser stored it
 */
export const writeCookie = (name: string, value: string): boolean => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  // Chromium hands the cookie to another process without waiting, and a reload may overtake it; reading waits for the writing.
  return readCookie(name) === value;
};

/** Deletes a cookie, also where it was set for the whole domain. */
export const deleteCookie = (name: string): void => {
  for (const domain of ['', `; Domain=${location.hostname}`, `; Domain=.${location.hostname}`])
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${domain}`;
};
