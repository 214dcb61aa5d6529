import { slotStart } from '@jaanch/contracts/calendar'

const hourMs = 3_600_000
/** Of a test that requires fasting without a number: the longer of the 8 to 12 hours that the specification names (section 3). */
export const usualFastingHours = 12

/**
 * Until when somebody may eat before a visit: the slot's begin minus the fasting time.
 * @param date YYYY-MM-DD in India @param slot `10:00-12:00`, or a time `09:00` @param fastingHours of the strictest test; 0: required
 * without a number of hours
 */
export function lastMealAt(date: string, slot: string, fastingHours: number): Date {
  return new Date(slotStart(date, slot).getTime() - (fastingHours || usualFastingHours) * hourMs)
}

/** @returns the hours of the strictest test; 0 if that requires fasting without a number of hours; null if none requires it */
export function strictestFast(
  tests: readonly { fastingRequired: boolean; fastingHours: number | null }[],
): number | null {
  return strictestHours(
    tests.map(({ fastingRequired, fastingHours }) => (fastingRequired ? (fastingHours ?? 0) : null)),
  )
}

/** @param hours of tests or people, as above @returns those of the strictest */
export function strictestHours(hours: readonly (number | null | undefined)[]): number | null {
  return hours.reduce<number | null>((most, each) => {
    if (each === null || each === undefined) return most
    return most === null || (each || usualFastingHours) > (most || usualFastingHours) ? each : most
  }, null)
}

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
type LongFast = 'hours' | 'late'

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
