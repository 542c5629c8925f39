/** Returns whether a sender's domain is the site's: the mail address belongs to the site's domain, or the site to the address's. */
export const isSenderOfSite = (sender: string, publicUrl: string): boolean => {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  const site = new URL(publicUrl).hostname.replace(/^www\./, '');
  return site === domain || site.endsWith(`.${domain}`) || domain.endsWith(`.${site}`);
};
