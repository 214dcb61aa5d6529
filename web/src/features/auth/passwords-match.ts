import { fields } from './texts'

type Passwords = { password: string; confirmation: string }

/** The arguments of zod's `refine` for a form with a new password and its confirmation. */
export const passwordsMatch: [
  check: (form: Passwords) => boolean,
  params: { message: string; path: PropertyKey[]; when: () => boolean },
] = [
  ({ password, confirmation }) => password === confirmation,
  // `when`: checked even if another field is invalid
  { message: fields.passwordsDiffer, path: ['confirmation'], when: () => true },
]
