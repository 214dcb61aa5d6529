import { hash, randomInt } from 'node:crypto'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

/** Base32 (RFC 4648) */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** @returns 'ABCD-EFGH-IJKL-MNOP': 80 bits, so that a hash without salt is enough, because nobody can try them all */
function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}

/** In any spelling: small letters, with or without dashes and blanks */
function hashOfRecoveryCode(code: string): string {
  return hash('sha256', code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
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

const codes = 10

const countRow = z.object({ n: z.number() })

/** Replaces the codes of a user. @returns ten new ones, 'ABCD-EFGH-IJKL-MNOP'; only their hashes are stored */
export async function renewRecoveryCodes(tx: CommonQueryMethods, userId: string): Promise<string[]> {
  const fresh = Array.from({ length: codes }, newRecoveryCode)
  await deleteRecoveryCodes(tx, userId)
  await tx.query(sql.unsafe`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, hash from ${sql.unnest(
      fresh.map((code) => [hashOfRecoveryCode(code)]),
      ['text'],
    )} as fresh (hash)`)
  return fresh
}

/** @returns whether the user had the code; it is used up now */
export async function takeRecoveryCode(
  tx: CommonQueryMethods,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hashOfRecoveryCode(code)}`)
  return rowCount > 0
}

/** Whether an operator gave this code to a user without factors; it stays until the first factor is set up. */
export function hasRecoveryCode(tx: CommonQueryMethods, userId: string, code: string): Promise<boolean> {
  return tx.exists(sql.unsafe`
    select from recovery_codes where user_id = ${userId} and code_hash = ${hashOfRecoveryCode(code)}`)
}

export async function countRecoveryCodes(db: CommonQueryMethods, userId: string): Promise<number> {
  const { n } = await db.one(sql.type(countRow)`
    select count(*) as n from recovery_codes where user_id = ${userId}`)
  return n
}

export async function deleteRecoveryCodes(tx: CommonQueryMethods, userId: string): Promise<void> {
  await tx.query(sql.unsafe`delete from recovery_codes where user_id = ${userId}`)
}
