import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

const codes = 10
/** 80 bits: a hash without salt is enough, because nobody can try them all */
const codeBytes = 10

const countRow = z.object({ n: z.number() })

/** Replaces the codes of a user. @returns ten new ones, 'ABCD-EFGH-IJKL-MNOP'; only their hashes are stored */
export async function renewRecoveryCodes(tx: CommonQueryMethods, userId: string): Promise<string[]> {
  const fresh = Array.from({ length: codes }, newCode)
  await deleteRecoveryCodes(tx, userId)
  await tx.query(sql.unsafe`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, hash from ${sql.unnest(
      fresh.map((code) => [hashOf(code)]),
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
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hashOf(code)}`)
  return rowCount > 0
}

export async function countRecoveryCodes(db: CommonQueryMethods, userId: string): Promise<number> {
  const { n } = await db.one(sql.type(countRow)`
    select count(*) as n from recovery_codes where user_id = ${userId}`)
  return n
}

export async function deleteRecoveryCodes(tx: CommonQueryMethods, userId: string): Promise<void> {
  await tx.query(sql.unsafe`delete from recovery_codes where user_id = ${userId}`)
}

function newCode(): string {
  const { base32 } = new Secret({ size: codeBytes })
  return base32.match(/.{4}/g)?.join('-') ?? base32
}

/** In any spelling: small letters, with or without dashes and blanks */
function hashOf(code: string): string {
  const normalised = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(normalised).digest('hex')
}
