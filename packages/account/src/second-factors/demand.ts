import { AppError } from '@jaanch/contracts/errors'
import type { DatabasePool } from 'slonik'
import type { UserRow } from '../users/user-rows.ts'
import type { SecondFactorRefusal, SetUp } from './api.ts'
import { passkeysOf, readFactors } from './factors.ts'
import { newPasskeyOptions, usePasskeyOptions } from './passkeys.ts'
import type { SecretBox } from './secret-box.ts'
import { openTicket } from './tickets.ts'
import { describeTotp, newTotpSecret } from './totp.ts'

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
  services: SetUpServices & { requireStaffMfa: boolean },
  user: UserRow,
): Promise<void> {
  if (user.role === 'customer') return
  await demandExistingFactor(services, user)
  if (!services.requireStaffMfa) return
  const setUp = await beginSetUp(services, user, 'set-up')
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

/** What opens a ticket with a fresh secret */
export type SetUpServices = {
  accountsDb: DatabasePool
  secretBox: SecretBox
  publicUrl: string
  now: () => Date
}

/**
 * Opens a ticket to set up a factor: a fresh secret for an app, and the options for a passkey. The password alone is not enough for the
 * first factor: a code is mailed with the ticket.
 * @param purpose 'set-up': the login goes on afterwards; 'change': the user is signed in. @throws TooManyError
 */
export async function beginSetUp(
  { accountsDb: db, publicUrl, secretBox, now }: SetUpServices,
  user: UserRow,
  purpose: 'set-up' | 'change',
): Promise<SetUp> {
  const factors = await readFactors(db, user.id)
  const needsCode = factors.length === 0
  const passkey = await newPasskeyOptions(publicUrl, user, passkeysOf(factors))
  const secret = newTotpSecret()
  const ticket = await openTicket(
    db,
    {
      user,
      purpose,
      challenge: passkey.challenge,
      secret: secretBox.seal(secret, user.id),
      withCode: needsCode,
    },
    now(),
  )
  return { ticket, needsCode, ...describeTotp(secret, user.email), passkey: { ...passkey } }
}
