import { cleanCode } from './barcode.ts'

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
