import type { ConnectionOptions } from 'node:tls'
import { parse } from 'pg-connection-string'

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

const parameters = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']

/**
 * How connections to a database are encrypted, as pg reads it from the URL (`sslmode=verify-full&sslrootcert=…`). slonik refuses URLs
 * with most of these values, and takes the options of TLS instead.
 *
 * @returns the URL without them, and the options; undefined: pg would not encrypt. Files are read again for each connection, because
 *   certificates are renewed while a process runs.
 * @throws Error if a file cannot be read
 */
export function separateTls(url: string): { url: string; tls: ConnectionOptions | undefined } {
  const plain = new URL(url)
  for (const name of parameters) plain.searchParams.delete(name)
  return { url: plain.href, tls: tlsOf(url) }
}

function tlsOf(url: string): ConnectionOptions | undefined {
  const read = () => parse(url).ssl
  let latest = read()
  if (!latest) return undefined
  if (typeof latest !== 'object') return {}
  function readAgain(): ConnectionOptions {
    try {
      latest = read()
    } catch {
      // the file is being replaced: what it contained is still tried
    }
    return latest as ConnectionOptions
  }
  const options: ConnectionOptions = {}
  for (const name of Object.keys(latest) as (keyof ConnectionOptions)[])
    Object.defineProperty(options, name, {
      enumerable: true,
      configurable: true,
      get: () => readAgain()[name],
    })
  return options
}
