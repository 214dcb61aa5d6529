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

/** Code of a tube's own label: unique because order numbers are. */
export function labelCode(orderNumber: string, tube: number): string {
  return `${orderNumber}-${tube}`
}

/**
 * The same without the hyphens of the order number, such as `JN2026000123-1`: what the bars of a small label say. In Code 128 it takes 156
 * modules, the whole code 200, because each hyphen between digits leaves the set that encodes digits in pairs.
 */
export function shortLabelCode(orderNumber: string, tube: number): string {
  return `${orderNumber.replaceAll('-', '')}-${tube}`
}

/**
 * A code in the form of our labels, whole or short, scanned or typed. A pre-printed barcode must not have it.
 * @returns the order number as it is written, and the tube's number; undefined for any other code
 */
export function parseLabelCode(code: string): { orderNumber: string; tube: number } | undefined {
  const [, year, order, tube] = /^JN-?(\d{4})-?(\d{6,})-(\d{1,2})$/i.exec(cleanCode(code)) ?? []
  return order === undefined ? undefined : { orderNumber: `JN-${year}-${order}`, tube: Number(tube) }
}
