/** Apart from the library that encrypts, which is loaded later */
export const encodeBytes = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
export const encodeText = (text: string): string => encodeBytes(new TextEncoder().encode(text))

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
export function decodeText(text: string): string | null {
  const bytes = decodeBytes(text)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
