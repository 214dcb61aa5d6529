import { cleanCode } from '@jaanch/contracts/barcode'

/**
 * @param read what a camera, a hardware scanner or a person gave
 * @param expected the only codes that are wanted; without them every code is. Letters count the same in both cases
 * @returns the code as it is expected, or as it was read, without what a scanner adds (`cleanCode`); undefined if it is not wanted, or empty
 */
export function matchCode(read: string, expected?: readonly string[]): string | undefined {
  const code = cleanCode(read)
  if (code === '') return undefined
  if (!expected) return code
  return expected.find((wanted) => wanted.toLowerCase() === code.toLowerCase())
}
