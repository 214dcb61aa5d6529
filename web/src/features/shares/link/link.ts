/** SMART Health Links: a viewer's address, '#shlink:/', and the payload as base64url. What follows '#' is sent to no server. */
import { passcodeCharacters as characters, groupPasscode, manifestPath } from '@jaanch/shares/rules'
import { paths } from '@/lib/paths'

const scheme = 'shlink:/'

/** HL7, SMART Health Cards and Links IG 1.0.0, "Construct a SMART Health Link Payload" */
type Payload = {
  /** The URL of the manifest */
  url: string
  /** 32 bytes as base64url */
  key: string
  /** s since 1970 */
  exp?: number
  /** P: it has a passcode. L: its content may change. U: it has a single file, without a manifest */
  flag?: string
  label?: string
  v?: number
}

export type NewLink = { origin: string; linkId: string; key: string; endsAt: string; label: string }

/** @returns a link that this client's viewer opens, and every other one understands */
export function makeLink({ origin, linkId, key, endsAt, label }: NewLink): string {
  const payload: Payload = {
    url: origin + manifestPath + linkId,
    flag: 'P',
    key,
    exp: Math.floor(Date.parse(endsAt) / 1_000),
    label,
  }
  return `${origin}${paths.shared}#${scheme}${encodeText(JSON.stringify(payload))}`
}

/** `foreign`: of another server, which this page can't ask. `newer`: of a version of the protocol that is not known here */
export type ReadLink =
  | {
      kind: 'link'
      linkId: string
      key: Uint8Array
      label: string
      endsAt: number | null
      hasPasscode: boolean
    }
  | { kind: 'broken' | 'foreign' | 'newer' }

/** @param hash of the address, with '#' */
export function readLink(hash: string, origin: string): ReadLink {
  const payload = readPayload(hash)
  if (!payload) return { kind: 'broken' }
  if ((payload.v ?? 1) > 1) return { kind: 'newer' }
  const key = decodeBytes(payload.key)
  const start = origin + manifestPath
  if (!payload.url.startsWith(start)) return { kind: 'foreign' }
  const linkId = payload.url.slice(start.length)
  if (key?.length !== 32 || !/^[\w-]{43}$/.test(linkId)) return { kind: 'broken' }
  const { label, exp, flag = '' } = payload
  return {
    kind: 'link',
    linkId,
    key,
    label: typeof label === 'string' ? label : '',
    endsAt: typeof exp === 'number' ? exp * 1_000 : null,
    hasPasscode: flag.includes('P'),
  }
}

function readPayload(hash: string): Payload | null {
  const at = hash.indexOf(scheme)
  const text = at < 0 ? null : decodeText(hash.slice(at + scheme.length))
  try {
    const payload = text && JSON.parse(text)
    return typeof payload?.url === 'string' && typeof payload.key === 'string' ? payload : null
  } catch {
    return null
  }
}

/** @returns 256 random bits as base64url: an address that nobody guesses, or a key */
export function randomSecret(): string {
  return encodeBytes(crypto.getRandomValues(new Uint8Array(32)))
}

/** Here, not beside the library that encrypts, which is loaded later */
export const encodeBytes = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const encodeText = (text: string): string => encodeBytes(new TextEncoder().encode(text))

/** @returns null if it is not base64url */
export function decodeBytes(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}

/** @returns null if it is not base64url of UTF-8 */
function decodeText(text: string): string | null {
  const bytes = decodeBytes(text)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** @returns whether the browser encrypts: over HTTPS and on localhost. Here, not in `jwe.ts`, which loads the library that encrypts */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined

/** Eight characters: 36 bits, of which a link lets five be tried */
const length = 8

/** @returns a passcode that can be told by telephone, in two groups: 'K7MX-QPT4' */
export function suggestPasscode(): string {
  const chosen: string[] = []
  const limit = 256 - (256 % characters.length)
  while (chosen.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // each character has the same chance
      if (byte < limit && chosen.length < length) chosen.push(characters[byte % characters.length] ?? '')
    }
  }
  return groupPasscode(chosen.join(''))
}
