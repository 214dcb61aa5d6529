/** How people are searched for, by the API and by the client for rows of live messages. */
import { plainPhone } from './typed-numbers.ts'

/** Shorter texts find no people, phones and addresses: half of them would match */
export const personSearchMinimum = 3

/**
 * @param typed an E.164 number, or digits with or without country code, 0 and separators
 * @returns what a stored number begins with if it is meant; none if it is no part of a number
 */
export function phoneStarts(typed: string): string[] {
  const digits = plainPhone(typed)
    .replace(/[\s().-]/g, '')
    .replace(/^(\+|0)/, '')
  return /^\d+$/.test(digits) ? [`+${digits}`, `+91${digits}`, digits] : []
}
