import type { OrderLine } from '@jaanch/contracts/booking'

export type Price = { total: number; discount: number; final: number }

/**
 * All amounts in whole paise: total = sum of the lines, final = total − discount.
 * @returns undefined without lines, or if the discount is negative or above the total
 */
export function priceOf(lines: readonly OrderLine[], discount: number): Price | undefined {
  if (lines.length === 0) return undefined
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  if (discount < 0 || discount > total) return undefined
  return { total, discount, final: total - discount }
}
