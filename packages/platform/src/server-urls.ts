/** Whether the password of a URL can be decoded; true for what is no URL. */
export function hasReadablePassword(url: string): boolean {
  try {
    decodeURIComponent(URL.parse(url)?.password ?? '')
    return true
  } catch {
    return false
  }
}

/** The password of a server's URL, in either of the places where drivers look for it; '' if it has none. @param url is valid */
export function passwordOf(url: string): string {
  const { password, searchParams } = new URL(url)
  return decodeURIComponent(password) || searchParams.get('password') || ''
}

/**
 * Fills in the password of a URL that has none.
 * @param url is valid
 * @param password as it is: it is encoded here, so it may contain any character
 */
export function withPassword<Url extends string | undefined>(url: Url, password: string | undefined): Url {
  if (!url || !password || passwordOf(url)) return url
  const filled = new URL(url)
  // a URL without a host, as for a socket of this machine, has no place for a password
  if (filled.host) filled.password = encodeURIComponent(password)
  else filled.searchParams.set('password', password)
  return filled.href as Url
}
