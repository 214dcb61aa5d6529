import { usualFastingHours } from './last-meal.ts'

/**
 * Whom a long fast may harm (low blood sugar, medicines that are taken with food), and what is long. Our caution, no clinical rule:
 * guidelines of fasting samples (EFLM: Simundic et al., Clin Chim Acta 2014;432:33) ask for 12 hours and blood drawn from 7 to 9 am,
 * for adults.
 */
const childUnder = 12
const elderlyOver = 65
const longHours = 10
const lateFrom = '10:00'

/** 'hours': the test asks for more than ten; 'late': the visit begins at 10:00 or later, most hours after waking up */
export type LongFast = 'hours' | 'late'

/**
 * @param age whole years on the day of the visit; null: not known
 * @param fastingHours of the strictest test of this person; 0: required without a number; null: not required
 * @param slot `10:00-12:00`; '' before one is chosen
 * @returns why a child or a person over 65 should be careful; undefined for everybody else
 */
export function longFastOf(
  age: number | null,
  fastingHours: number | null,
  slot: string,
): LongFast | undefined {
  if (age === null || fastingHours === null || (age >= childUnder && age <= elderlyOver)) return undefined
  if ((fastingHours || usualFastingHours) > longHours) return 'hours'
  return slot !== '' && slot >= lateFrom ? 'late' : undefined
}
