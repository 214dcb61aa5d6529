/** Rows of the audit trail. They hold ids: names are looked up when they are shown. */

import { roles } from '@jaanch/contracts/vocabulary'
import { exactTime } from '@jaanch/platform/reads/paging'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { AuditView } from './api.ts'

const auditRow = z.object({
  id: z.string(),
  at: z.date(),
  /** `at`, for a cursor */
  keyAt: z.string(),
  action: z.string(),
  actor: z.string().nullable(),
  userId: z.uuid().nullable(),
  object: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type AuditRow = z.output<typeof auditRow>

/** The sort key of the last row of a page. */
export const auditKey = z.object({ at: z.iso.datetime(), id: z.string().regex(/^\d{1,18}$/) })
type AuditKey = z.output<typeof auditKey>

/** A page of the rows that fulfil any of the conditions, newest first; each condition is one range of an index. */
export function selectAudit(
  db: CommonQueryMethods,
  {
    anyOf,
    where,
    after,
    limit,
  }: {
    anyOf: readonly FragmentSqlToken[]
    where: FragmentSqlToken
    after: AuditKey | undefined
    limit: number
  },
): Promise<readonly AuditRow[]> {
  const older = after
    ? sql.fragment`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`
    : sql.fragment`true`
  const ranges = anyOf.map(
    (condition) => sql.fragment`(
      select id from audit where ${condition} and ${where} and ${older} order by at desc, id desc limit ${limit})`,
  )
  return db.any(sql.type(auditRow)`
    select id::text, at, ${exactTime(sql.fragment`at`)} as key_at, action, actor, user_id, object, details
      from audit where id in (${sql.join(ranges, sql.fragment` union `)})
     order by audit.at desc, audit.id desc limit ${limit}`)
}

const namedRow = z.object({ id: z.uuid(), name: z.string() })
const reasonRow = z.object({ id: z.number(), reason: z.string() })

/** Adds the names of the people, and the reasons that admins gave. */
export async function presentAudit(db: CommonQueryMethods, rows: readonly AuditRow[]): Promise<AuditView[]> {
  const actors = rows.map(({ actor }) => parseActor(actor))
  const userIds = [...actors.map((actor) => actor?.userId), ...rows.map(({ userId }) => userId)]
  const names = await namesOf(
    db,
    userIds.filter((id) => typeof id === 'string'),
  )
  const reasons = {
    change: await reasonsOf(db, 'change', rows),
    reviewChange: await reasonsOf(db, 'reviewChange', rows),
  }
  return rows.map(({ userId, keyAt: _, ...row }, index) => {
    const actor = actors[index]
    return {
      ...row,
      at: row.at.toISOString(),
      actor: actor
        ? { kind: actor.kind, name: actor.userId ? (names.get(actor.userId) ?? null) : actor.name }
        : null,
      person: userId === null ? null : { id: userId, name: names.get(userId) ?? null },
      reason:
        reasons.change.get(Number(row.details.change)) ??
        reasons.reviewChange.get(Number(row.details.reviewChange)) ??
        null,
    }
  })
}

type Actor = { kind: NonNullable<AuditView['actor']>['kind']; userId?: string; name: string | null }

function parseActor(actor: string | null): Actor | undefined {
  if (actor === null) return undefined
  const [kind = '', ...rest] = actor.split(':')
  const name = rest.join(':') || null
  const role = roles.find((role) => role === kind)
  if (!role) return { kind: kind === 'operator' ? kind : 'system', name }
  return { kind: role, name: null, ...(name && z.uuid().safeParse(name).success && { userId: name }) }
}

async function namesOf(db: CommonQueryMethods, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.any(sql.type(namedRow)`
    select id, name from users where id = any(${sql.array([...new Set(ids)], 'uuid')})`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The tables of the reasons, by the field of the details that names a row */
const reasonTables = { change: 'account_changes', reviewChange: 'review_changes' } as const

async function reasonsOf(
  db: CommonQueryMethods,
  field: keyof typeof reasonTables,
  rows: readonly AuditRow[],
): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ details }) => {
    const id = details[field]
    return typeof id === 'number' ? [id] : []
  })
  if (ids.length === 0) return new Map()
  const found = await db.any(sql.type(reasonRow)`
    select id, reason from ${sql.identifier([reasonTables[field]])} where id = any(${sql.array(ids, 'int8')})`)
  return new Map(found.map(({ id, reason }) => [id, reason]))
}
