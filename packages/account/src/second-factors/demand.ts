import { AppError } from '@jaanch/contracts/errors'
import type { DatabasePool } from 'slonik'
import type { UserRow } from '../users/user-rows.ts'
import type { SecondFactorRefusal } from './api.ts'
import { readFactors } from './factors.ts'
import { usePasskeyOptions } from './passkeys.ts'
import { beginSetUp, passkeysOf, type SetUpParts } from './set-up.ts'
import { openTicket } from './tickets.ts'

/** The refusal of a login whose password was correct: its body has what the client needs for the second step. */
export class SecondFactorError extends AppError {
  override name = 'SecondFactorError'

  constructor(details: SecondFactorRefusal) {
    super(details.code, undefined, { details })
  }
}

/**
 * To be called after the password of a user was found correct, before a session is opened.
 * @throws SecondFactorError if the user has a second factor, or must have one; TooManyError
 */
export async function demandSecondFactor(
  parts: SetUpParts & { requireStaffMfa: boolean },
  user: UserRow,
): Promise<void> {
  if (user.role === 'customer') return
  await demandExistingFactor(parts, user)
  if (!parts.requireStaffMfa) return
  const setUp = await beginSetUp(parts, user, 'set-up')
  throw new SecondFactorError({ code: 'second-factor-required', setUp })
}

/** As above, but only of a user who has a second factor. @throws SecondFactorError; TooManyError */
export async function demandExistingFactor(
  { accountsDb: db, publicUrl, now }: { accountsDb: DatabasePool; publicUrl: string; now: () => Date },
  user: UserRow,
): Promise<void> {
  const factors = await readFactors(db, user.id)
  if (factors.length === 0) return
  const passkeys = passkeysOf(factors)
  const options = passkeys.length > 0 ? await usePasskeyOptions(publicUrl, passkeys) : null
  const ticket = await openTicket(
    db,
    { user, purpose: 'sign-in', challenge: options?.challenge ?? '', secret: null },
    now(),
  )
  throw new SecondFactorError({
    code: 'second-factor-needed',
    ticket,
    hasApp: factors.length > passkeys.length,
    passkey: options && { ...options },
  })
}
