/** Tries of the code of a booking on one day: there are ten thousand codes */
export const visitCodeTriesADay = 5

const iterations = 10_000

/**
 * The hash by which a phone without a network checks the four digits of a visit; the server checks them again. There are ten thousand codes: the
 * hash keeps them from being read off a phone's storage at a glance, not from being tried out.
 *
 * @param salt any text, other for each code
 * @returns PBKDF2 with SHA-256, hexadecimal
 */
export async function hashVisitCode(salt: string, code: string): Promise<string> {
  const bytes = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', bytes.encode(code), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes.encode(salt), iterations },
    key,
    256,
  )
  return [...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
