/**
 * Money is whole paise inside the system and rupees, with at most two decimals, on the wire.
 */
import { z } from 'zod'

/** Whole paise, never negative. */
export const paise = z.int().nonnegative()

/** Rupees as a JSON number with at most two decimals, 0 to 10,00,000. */
export const rupees = z
  .number()
  .nonnegative()
  .max(1_000_000)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals')

/** @param amount whole paise @returns rupees for the wire */
export function toRupees(amount: number): number {
  return amount / 100
}

/** @param amount rupees with at most two decimals @returns whole paise */
export function toPaise(amount: number): number {
  return Math.round(amount * 100)
}
