import { randomUUID } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { SecondFactorView } from './api.ts'
import type { Passkey } from './passkeys.ts'

const bytes = z.custom<Uint8Array<ArrayBuffer>>()
const common = { id: z.uuid(), device: z.string(), createdAt: z.date(), lastUsedAt: z.date().nullable() }

const factorRow = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('totp'), secret: bytes, lastStep: z.number() }),
  z.object({
    ...common,
    kind: z.literal('passkey'),
    credentialId: z.string(),
    publicKey: bytes,
    counter: z.number(),
    transports: z.array(z.string()),
  }),
])
export type Factor = z.output<typeof factorRow>

export function passkeysOf(factors: readonly Factor[]) {
  return factors.filter((factor) => factor.kind === 'passkey')
}

/** A user has one or two; the limit bounds what a login reads. */
export const maxFactors = 5

/** The second factors of a user, oldest first. */
export function readFactors(db: CommonQueryMethods, userId: string): Promise<readonly Factor[]> {
  return db.any(sql.type(factorRow)`
    select id, kind, device, secret, last_step, credential_id, public_key, counter, transports, created_at, last_used_at
      from second_factors where user_id = ${userId} order by created_at, id`)
}

export function presentFactor({ id, kind, device, createdAt, lastUsedAt }: Factor): SecondFactorView {
  return {
    id,
    kind,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

type NewFactor = { userId: string; device: string; now: Date }

/** @param sealed the secret, encrypted @param step of the code with which it was set up. @returns its id */
export async function insertApp(
  tx: CommonQueryMethods,
  { userId, device, now }: NewFactor,
  sealed: Buffer,
  step: number,
): Promise<string> {
  const id = randomUUID()
  await tx.query(sql.unsafe`
    insert into second_factors (id, user_id, kind, device, secret, last_step, created_at)
    values (${id}, ${userId}, 'totp', ${device}, ${sql.binary(sealed)}, ${step}, ${now.toISOString()})`)
  return id
}

/** @returns its id; undefined if somebody has this passkey already */
export async function insertPasskey(
  tx: CommonQueryMethods,
  { userId, device, now }: NewFactor,
  { credentialId, publicKey, counter, transports }: Passkey,
): Promise<string | undefined> {
  const id = randomUUID()
  const { rowCount } = await tx.query(sql.unsafe`
    insert into second_factors (id, user_id, kind, device, credential_id, public_key, counter, transports, created_at)
    values (${id}, ${userId}, 'passkey', ${device}, ${credentialId}, ${sql.binary(Buffer.from(publicKey))},
            ${counter}, ${sql.array(transports, 'text')}, ${now.toISOString()})
    on conflict do nothing`)
  return rowCount > 0 ? id : undefined
}

/** @param used the step of the code, or the counter of the passkey */
export async function noteUse(
  tx: CommonQueryMethods,
  { id, kind }: Factor,
  used: number,
  now: Date,
): Promise<void> {
  const field = kind === 'totp' ? sql.fragment`last_step` : sql.fragment`counter`
  await tx.query(sql.unsafe`
    update second_factors set ${field} = ${used}, last_used_at = ${now.toISOString()} where id = ${id}`)
}

/** Replaces the encrypted secret of an app by the same secret under another key, unless it changed meanwhile. */
export async function replaceSecret(
  db: CommonQueryMethods,
  { id, secret }: { id: string; secret: Uint8Array },
  renewed: Buffer,
): Promise<void> {
  await db.query(sql.unsafe`
    update second_factors set secret = ${sql.binary(renewed)}
     where id = ${id} and secret = ${sql.binary(Buffer.from(secret))}`)
}

/** @returns whether the user had it */
export async function deleteFactor(tx: CommonQueryMethods, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from second_factors where id = ${id} and user_id = ${userId}`)
  return rowCount > 0
}
