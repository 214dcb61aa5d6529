/** On its own, so that a page of the client that asks for no phone does not load the phone library (30 kB). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'

/**
 * Any plausible phone number: 7 to 15 digits with the usual separators. Where it is a valid Indian number it
 * becomes E.164 (+919876543210); otherwise it stays as typed, without the separators.
 */
export const phone = z
  .string()
  .trim()
  .max(32)
  .regex(/^\+?[\d\s().-]+$/, 'Please enter a valid phone number')
  .transform((typed) => {
    const parsed = parsePhoneNumberFromString(typed, 'IN')
    return parsed?.isValid() ? parsed.number : typed.replace(/[^\d+]/g, '')
  })
  .pipe(z.string().regex(/^\+?\d{7,15}$/, 'Please enter a valid phone number'))
