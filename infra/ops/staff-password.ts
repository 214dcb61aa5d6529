import { people } from '../local/demo/data.ts'

export const staffPasswordMinimum = 12
const maximum = 200
/** "aaaaaaaaaaaa" and "121212121212" are long and guessed first */
const distinctMinimum = 6
const demoPasswords = new Set(
  [people.admin, people.demoCustomer, ...people.labs].map(({ password }) => password),
)

/** @returns why nobody on the staff may have this password; undefined if somebody may */
export function findPasswordFault(password: string, email: string): string | undefined {
  if (password.length < staffPasswordMinimum)
    return `The password must have at least ${staffPasswordMinimum} characters.`
  if (password.length > maximum) return `The password must have at most ${maximum} characters.`
  if (new Set(password).size < distinctMinimum)
    return `The password must have at least ${distinctMinimum} different characters.`
  if (password.toLowerCase().includes(email.split('@')[0] ?? email))
    return 'The password must not contain the e-mail address.'
  if (demoPasswords.has(password)) return 'The password is one of the demo, which everybody can read.'
  return undefined
}
