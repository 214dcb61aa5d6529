import { phone as phoneField } from '@jaanch/contracts/http/phone'

/** What was typed to sign in. `key` is the one spelling under which its failures are counted. */
export type Login = { email: string; phone: string | null; key: string }

export function readLogin(typed: string): Login {
  const email = typed.trim().toLowerCase()
  const phone = phoneField.safeParse(typed)
  return phone.success ? { email, phone: phone.data, key: phone.data } : { email, phone: null, key: email }
}
