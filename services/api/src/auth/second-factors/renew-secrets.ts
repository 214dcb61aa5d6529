import type { Log } from '@jaanch/platform/logging'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { replaceSecret } from './factors.ts'
import type { SecretBox } from './secret-box.ts'

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
