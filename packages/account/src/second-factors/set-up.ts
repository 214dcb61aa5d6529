import type { DatabasePool } from 'slonik'
import type { UserRow } from '../users/user-rows.ts'
import type { SetUp } from './api.ts'
import { type Factor, readFactors } from './factors.ts'
import { newPasskeyOptions } from './passkeys.ts'
import type { SecretBox } from './secret-box.ts'
import { openTicket } from './tickets.ts'
import { describeTotp, newTotpSecret } from './totp.ts'

/** What opens a ticket with a fresh secret */
export type SetUpParts = {
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
  { accountsDb: db, publicUrl, secretBox, now }: SetUpParts,
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

export function passkeysOf(factors: readonly Factor[]) {
  return factors.filter((factor) => factor.kind === 'passkey')
}
