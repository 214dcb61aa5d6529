/**
 * What the label of a tube says to a scanner. A code names one tube of one booking, because an order number names one booking; nothing
 * has to be stored before a label is printed.
 */

/** @param tube its number in the plan of the booking, from 1 @returns such as `JN-2026-000123-1` */
export function labelCode(orderNumber: string, tube: number): string {
  return `${orderNumber}-${tube}`
}

/**
 * The same code without the hyphens of the order number: `JN2026000123-1`. In Code 128 it takes 156 modules, the whole one 200 (each
 * hyphen between digits leaves the set that encodes digits in pairs), and a label of 50 mm has room for 180.
 */
export function shortLabelCode(orderNumber: string, tube: number): string {
  return `${orderNumber.replaceAll('-', '')}-${tube}`
}

const written = /^JN-?(\d{4})-?(\d{6,})-([1-9]\d?)$/

/** @param text as it was scanned or typed @returns the tube that a label of ours names; undefined for any other text */
export function readLabelCode(text: string): { orderNumber: string; tube: number } | undefined {
  const [, year, number, tube] = written.exec(text.trim().toUpperCase()) ?? []
  return year && number && tube ? { orderNumber: `JN-${year}-${number}`, tube: Number(tube) } : undefined
}
