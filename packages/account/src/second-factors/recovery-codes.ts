import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { hashOfRecoveryCode, newRecoveryCode } from './recovery-code-rows.ts'

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
