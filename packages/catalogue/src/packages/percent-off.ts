/**
 * Percent off, as the specification's section 9 defines it: round((original − price) / original × 100).
 * Both amounts in the same unit. 0 without an original price, or if it is not above the price.
 */
export function percentOff(price: number, originalPrice: number | null | undefined): number {
  if (!originalPrice || originalPrice <= price) return 0
  return Math.round(((originalPrice - price) / originalPrice) * 100)
}
