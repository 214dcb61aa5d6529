/**
 * A barcode as it was read or typed, without what a scanner adds: the AIM symbology identifier before it (`]C1` of Code 128 with FNC1, `]d2`
 * of Data Matrix …, ISO/IEC 15424), the control characters of FNC1 and of the end, and blanks around it.
 */
export function cleanCode(read: string): string {
  return read
    .replace(/\p{Cc}/gu, '')
    .trim()
    .replace(/^\][A-Za-z][0-9A-Za-z]/, '')
    .trim()
}

/** The same in one form for all ways to write it: hyphens, blanks and small letters do not make another barcode. */
export function bareCode(read: string): string {
  return cleanCode(read).replace(/[\s-]/g, '').toUpperCase()
}

/** Whether it can be the barcode of a tube: 3 to 48 printable characters of ASCII, as Code 128 has them */
export function isBarcode(read: string): boolean {
  return /^[!-~]{3,48}$/.test(bareCode(read))
}
