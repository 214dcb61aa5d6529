import type { Random } from '../random.ts'

/**
 * Picks an index below `count` by the law of Zipf and Mandelbrot: the weight of index i is about 1 / (i + shift) ** exponent. Of a
 * hundred thousand with exponent 0.75 and shift 5 the first has 0.4 % and the first thousand a quarter.
 * Drawn from the integral of the weights, so that its cost does not depend on the count.
 * @param exponent not 1
 */
export function pickSkewed(
  random: Random,
  count: number,
  { exponent, shift }: { exponent: number; shift: number },
): number {
  const power = 1 - exponent
  const low = shift ** power
  const high = (count + shift) ** power
  const index = Math.floor((low + random.between(0, 1) * (high - low)) ** (1 / power) - shift)
  return Math.min(count - 1, Math.max(0, index))
}
