/** @returns a number as it is typed or printed: `120000`, `1,20,000`; NaN for anything else */
export function typedNumber(text: string): number {
  return /^\d{1,3}(,\d{2,3})+$/.test(text) ? Number(text.replaceAll(',', '')) : Number(text.trim() || NaN)
}
