import { createHash, randomInt } from 'node:crypto'
import type pg from 'pg'

/** Base32 (RFC 4648) */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** @returns 'ABCD-EFGH-IJKL-MNOP': 80 bits, so that a hash without salt is enough, because nobody can try them all */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** In any spelling: small letters, with or without dashes and blanks */
export function hashOfRecoveryCode(code: string): string {
  const normalised = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(normalised).digest('hex')
}

/**
 * For a user who has no second factor: the code stands in place of the mailed one when the first is set up, which replaces it. To be
 * called in the transaction that makes the account or removes its factors.
 * @returns the code, which replaces an earlier one
 */
export async function renewSetUpCode(client: pg.ClientBase, userId: string): Promise<string> {
  const code = newRecoveryCode()
  await client.query('delete from recovery_codes where user_id = $1', [userId])
  await client.query('insert into recovery_codes (user_id, code_hash) values ($1, $2)', [
    userId,
    hashOfRecoveryCode(code),
  ])
  return code
}
