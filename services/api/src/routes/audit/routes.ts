import { auditRoutes } from '@jaanch/contracts/http/audit'
import { roles } from '@jaanch/contracts/vocabulary'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { auditKey, presentAudit, selectAudit } from '../../read-models/audit.ts'
import { decodeCursorAs, linkNext } from '../../reads/paging.ts'
import type { Reads } from '../../reads/read-tables.ts'
import { registerListAccess } from './list-access.ts'

const all = sql.fragment`true`

export function registerAuditRoutes(app: FastifyInstance, parts: Reads & { db: DatabasePool }): void {
  registerListAccess(app, parts)

  app.serve(auditRoutes.listAudit, async ({ query, request, reply }) => {
    const { action, person, day, limit } = query
    const after = decodeCursorAs(auditKey, query.cursor)
    const rows = await selectAudit(parts.db, {
      anyOf: person
        ? [sql.fragment`user_id = ${person}`, ...roles.map((role) => didAs(role, person))]
        : [all],
      where: sql.fragment`${action ? sql.fragment`action = ${action}` : all} and ${day ? onDay(day) : all}`,
      after,
      limit,
    })
    const last = rows.at(-1)
    if (last && rows.length === limit) linkNext(request, reply, { at: last.keyAt, id: last.id })
    return presentAudit(parts.db, rows)
  })
}

function didAs(role: string, userId: string) {
  return sql.fragment`actor = ${`${role}:${userId}`}`
}

/** The day in India */
function onDay(day: string) {
  return sql.fragment`at >= ${day}::date::timestamp at time zone 'Asia/Kolkata'
    and at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`
}
