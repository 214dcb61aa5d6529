import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

export type Standing = { tokenVersion: number; isActive: boolean }

/** Whether a user may still use the tokens given out. Remembered for at most 5 s, so a revocation works at once. */
export type Accounts = {
  standingOf(userId: string): Promise<Standing | undefined>
  /** Forgets what is remembered of a user, or of everyone. */
  forget(userId?: string): void
}

const rememberFor = 5_000
const standing = z.object({ tokenVersion: z.number(), isActive: z.boolean() })

export function createAccounts(db: DatabasePool, now: () => number = Date.now): Accounts {
  const remembered = new Map<string, { until: number; standing: Promise<Standing | undefined> }>()

  async function load(userId: string): Promise<Standing | undefined> {
    const row = await db.maybeOne(sql.type(standing)`
      select token_version as "tokenVersion", is_active as "isActive" from users where id = ${userId}`)
    return row ?? undefined
  }

  return {
    standingOf(userId) {
      const known = remembered.get(userId)
      if (known && known.until > now()) return known.standing
      if (remembered.size > 50_000) remembered.clear()
      const loading = load(userId)
      // a failure must not be remembered
      loading.catch(() => remembered.delete(userId))
      remembered.set(userId, { until: now() + rememberFor, standing: loading })
      return loading
    },
    forget(userId) {
      if (userId === undefined) remembered.clear()
      else remembered.delete(userId)
    },
  }
}
