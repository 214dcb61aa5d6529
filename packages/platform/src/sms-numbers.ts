/** With the metadata of mobile numbers only: a landline is not valid. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/**
 * Whether SMS are sent to a number. A country whose numbers cost much is a way to make money with them.
 * @param phone in E.164 @param countries such as `IN`
 */
export function acceptsSms(phone: string, countries: readonly string[]): boolean {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed?.country !== undefined && parsed.isValid() && countries.includes(parsed.country)
}
