/** Code of a tube's own label: unique because order numbers are. */
export function labelCode(orderNumber: string, tube: number): string {
  return `${orderNumber}-${tube}`
}

/** A code in the form of our labels. A pre-printed barcode must not have it. */
export function parseLabelCode(code: string): { orderNumber: string; tube: number } | undefined {
  const [, orderNumber, tube] = /^(JN-\d{4}-\d{6,})-(\d{1,2})$/.exec(code) ?? []
  return orderNumber === undefined ? undefined : { orderNumber, tube: Number(tube) }
}
