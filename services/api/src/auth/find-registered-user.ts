import { AppError } from '@jaanch/contracts/errors'
import type { Context } from '../context.ts'
import { readLogin } from '../routes/auth/login.ts'
import { passwordMatches } from './passwords.ts'
import { findUser, type UserRow } from './users.ts'

/**
 * The user whom the very same request registered before, where a new one found its e-mail taken. Since it lets its caller
 * in, it asks for the password, and wrong ones count as failed logins do.
 * @param userId follows from the Idempotency-Key and the request
 * @throws AppError email-taken, account-disabled; TooManyError
 */
export async function registeredBefore(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  userId: string,
  typed: { email: string; password: string },
): Promise<UserRow> {
  const known = await findUser(db, userId)
  if (!known) throw new AppError('email-taken')
  const user = await limits.tryPassword(readLogin(typed.email).key, async () =>
    (await passwordMatches(known.password_hash, typed.password)) ? known : undefined,
  )
  if (!user) throw new AppError('email-taken')
  if (!user.is_active) throw new AppError('account-disabled')
  return user
}
