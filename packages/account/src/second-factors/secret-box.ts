import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '@jaanch/platform/http/secrets'
import type { Log } from '@jaanch/platform/logging'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { replaceSecret } from './factors.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts what lies in the database. A sealed value opens for its owner only: copied to another row, it is worthless.
 * @param secrets of the installation: a key is derived from each
 * @param purpose each has its own keys
 */
export function createSecretBox([current, ...others]: Secrets, purpose: string) {
  const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const [key, otherKeys] = [keyFrom(current), others.map(keyFrom)]

  function seal(plain: Uint8Array, owner: string): Buffer {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
  }

  function openWith(keys: readonly Buffer[], sealed: Uint8Array, owner: string): Buffer | undefined {
    const [iv, tag] = [sealed.subarray(0, ivBytes), sealed.subarray(ivBytes, ivBytes + tagBytes)]
    for (const each of keys) {
      try {
        const decipher = createDecipheriv(algorithm, each, iv, { authTagLength: tagBytes })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
      } catch {
        // sealed with another key, or for somebody else
      }
    }
    return undefined
  }

  return {
    /** Whether keys beside the current one are accepted */
    hasOtherKeys: otherKeys.length > 0,
    seal,
    /** @returns undefined if it was sealed with a key that is not accepted, or for another owner */
    open: (sealed: Uint8Array, owner: string): Buffer | undefined =>
      openWith([key, ...otherKeys], sealed, owner),
    /** @returns the same, sealed with the current key; undefined if it is already, or does not open */
    renew(sealed: Uint8Array, owner: string): Buffer | undefined {
      const plain = openWith([key], sealed, owner) ? undefined : openWith(otherKeys, sealed, owner)
      return plain && seal(plain, owner)
    },
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>

const sealedRow = z.object({ id: z.uuid(), userId: z.uuid(), secret: z.custom<Uint8Array<ArrayBuffer>>() })
const batch = 500

/**
 * Encrypts the secrets of all authenticator apps with the current key, those that another accepted key opens. Does nothing without another
 * key. It can be repeated, and several processes may do it at once. Logs how many it encrypted, after which the other keys are needed no
 * more, and how many no key opens.
 */
export async function renewSecrets(
  { accountsDb: db, secretBox }: { accountsDb: CommonQueryMethods; secretBox: SecretBox },
  log: Log,
): Promise<void> {
  if (!secretBox.hasOtherKeys) return
  let [renewed, unreadable, after] = [0, 0, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const rows = await db.any(sql.type(sealedRow)`
      select id, user_id, secret from second_factors
       where kind = 'totp' and id > ${after} order by id limit ${batch}`)
    for (const row of rows) {
      const anew = secretBox.renew(row.secret, row.userId)
      if (anew) await replaceSecret(db, row, anew)
      if (anew) renewed += 1
      else if (!secretBox.open(row.secret, row.userId)) unreadable += 1
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    after = last.id
  }
  log.info({ renewed, unreadable }, 'second factors are encrypted with the current key')
}
