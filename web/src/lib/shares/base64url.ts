import { base64url } from 'jose'

export const encodeBytes = (bytes: Uint8Array): string => base64url.encode(bytes)
export const encodeText = (text: string): string => base64url.encode(new TextEncoder().encode(text))

/** @returns null if it is not base64url */
export function decodeBytes(text: string): Uint8Array | null {
  try {
    return base64url.decode(text)
  } catch {
    return null
  }
}

/** @returns null if it is not base64url of UTF-8 */
export function decodeText(text: string): string | null {
  const bytes = decodeBytes(text)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
