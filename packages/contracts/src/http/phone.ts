/** In a file of its own, so that pages without a phone field do not load the phone library (30 kB). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { hasPhoneNotation } from '../phone-notation.ts'
import { plainPhone } from '../typed-numbers.ts'

const phoneProblem = 'Please enter a valid phone number'

/**
 * Any plausible phone number: 7 to 15 digits with the usual separators. A valid Indian number is converted to E.164
 * (+919876543210); any other number is kept without separators.
 */
export const phone = z
  .string()
  .overwrite(plainPhone)
  .max(32)
  .refine(hasPhoneNotation, phoneProblem)
  .transform((plain) => {
    const parsed = parsePhoneNumberFromString(plain, 'IN')
    return parsed?.isValid() ? parsed.number : plain.replace(/[^\d+]/g, '')
  })
  .pipe(z.string().regex(/^\+?\d{7,15}$/, phoneProblem))
