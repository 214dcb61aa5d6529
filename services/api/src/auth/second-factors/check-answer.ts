import type { BodyOf } from '@jaanch/contracts/http/route'
import type { secondFactorRoutes } from '@jaanch/contracts/http/second-factors'
import type { DatabaseTransactionConnection } from 'slonik'
import { noteUse, readFactors } from './factors.ts'
import { verifyUsedPasskey } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import type { SecretBox } from './secret-box.ts'
import { passkeysOf } from './set-up.ts'
import { tellOwner } from './tell-owner.ts'
import type { Ticket } from './tickets.ts'
import { findStep } from './totp.ts'

export type Answer = Omit<BodyOf<typeof secondFactorRoutes.answerSecondFactor>, 'ticket'>

/**
 * Checks the second step of a login, and records its use, so that no code and no answer of a passkey is accepted twice.
 * @returns which one it was; undefined if it is wrong
 */
export async function checkAnswer(
  { publicUrl, secretBox, ...clock }: { publicUrl: string; secretBox: SecretBox; now: () => Date },
  tx: DatabaseTransactionConnection,
  { userId, challenge }: Ticket,
  { code, recoveryCode, passkey }: Answer,
): Promise<'totp' | 'passkey' | 'recovery-code' | undefined> {
  const now = clock.now()
  if (recoveryCode !== undefined) {
    if (!(await takeRecoveryCode(tx, userId, recoveryCode))) return undefined
    await tellOwner(tx, userId, 'recovery-code-used')
    return 'recovery-code'
  }
  const factors = await readFactors(tx, userId)
  if (passkey) {
    const used = passkeysOf(factors).find(({ credentialId }) => credentialId === passkey.id)
    const counter = used && (await verifyUsedPasskey(publicUrl, challenge, passkey, used))
    if (!used || counter === undefined) return undefined
    await noteUse(tx, used, counter, now)
    return 'passkey'
  }
  for (const factor of factors) {
    if (factor.kind !== 'totp' || code === undefined) continue
    const secret = secretBox.open(factor.secret, userId)
    const step = secret && findStep(secret, code, now, factor.lastStep)
    if (step === undefined) continue
    await noteUse(tx, factor, step, now)
    return 'totp'
  }
  return undefined
}
