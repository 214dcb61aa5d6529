import { actorOf } from '@jaanch/contracts/caller'
import { roles } from '@jaanch/contracts/vocabulary'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { decodeCursorAs, linkIfFull } from '@jaanch/platform/reads/paging'
import { passBarrier, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { accessActions } from './actions.ts'
import { type AccessView, auditCalls } from './api.ts'
import { type AuditRow, auditKey, presentAudit, selectAudit } from './read-audit.ts'

const all = sql.fragment`true`

export const listAudit = serveCall(
  auditCalls.listAudit,
  async ({ query, request, reply }, { db }: { db: DatabasePool }) => {
    const { action, person, day, limit } = query
    const after = decodeCursorAs(auditKey, query.cursor)
    const rows = await selectAudit(db, {
      anyOf: person
        ? [sql.fragment`user_id = ${person}`, ...roles.map((role) => didAs(role, person))]
        : [all],
      where: sql.fragment`${action ? sql.fragment`action = ${action}` : all} and ${day ? onDay(day) : all}`,
      after,
      limit,
    })
    linkIfFull({ request, reply, limit }, rows, (last) => ({ at: last.keyAt, id: last.id }))
    return presentAudit(db, rows)
  },
)

function didAs(role: string, userId: string) {
  return sql.fragment`actor = ${`${role}:${userId}`}`
}

/** The day in India */
function onDay(day: string) {
  return sql.fragment`at >= ${day}::date::timestamp at time zone 'Asia/Kolkata'
    and at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`
}

const nameRow = z.object({ id: z.uuid(), name: z.string() })
type Names = ReadonlyMap<string, string>

const isAccess = sql.fragment`action in (${sql.join(
  accessActions.map((action) => sql.literalValue(action)),
  sql.fragment`, `,
)})`

/** A person sees who opened their documents: labs by name, and Jaanch. Who works there is not their concern. */
export const listAccess = serveRead(
  auditCalls.listAccess,
  async ({ query, caller, request, reply }, services: Reads & { db: DatabasePool }) => {
    const { db } = services
    const view = await passBarrier(services, reply)
    const { limit } = query
    const after = decodeCursorAs(auditKey, query.cursor)
    const rows = await selectAudit(db, {
      anyOf: [sql.fragment`user_id = ${caller.userId}`],
      where: sql.fragment`${isAccess} and actor <> ${actorOf(caller)}`,
      after,
      limit,
    })
    linkIfFull({ request, reply, limit }, rows, (last) => ({ at: last.keyAt, id: last.id }))
    const subjects = await subjectsOf(view, caller.userId, rows)
    const labs = await labsOf(db, rows)
    return rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      action: row.action as AccessView['action'],
      subject: subjects.get(documentOf(row)) ?? null,
      by: labs.get(idAfter(row.actor, 'lab-partner:') ?? '') ?? 'Jaanch',
    }))
  },
)

/** The id of the booking, or of the prescription */
function documentOf({ object, details }: AuditRow): string {
  return idAfter(object, 'booking:') ?? idAfter(object, 'prescription:') ?? String(details.bookingId)
}

function idAfter(text: string | null, prefix: string): string | undefined {
  return text?.startsWith(prefix) ? text.slice(prefix.length) : undefined
}

/** The packages of the bookings and the file names of the prescriptions, by their ids */
async function subjectsOf(
  view: Awaited<ReturnType<typeof passBarrier>>,
  customerId: string,
  rows: readonly AuditRow[],
): Promise<Names> {
  if (rows.length === 0) return new Map()
  const ids = sql.array([...new Set(rows.map(documentOf))].filter(isUuid), 'uuid')
  return namesOf(
    view.reads.any(sql.type(nameRow)`
    select id, package_name as name from ${readTable(view, 'bookings')}
     where id = any(${ids}) and customer_id = ${customerId}
    union all
    select id, original_file_name from prescriptions where id = any(${ids}) and customer_id = ${customerId}`),
  )
}

/** The names of the labs, by the ids of their people */
function labsOf(db: CommonQueryMethods, rows: readonly AuditRow[]): Promise<Names> {
  const userIds = rows.flatMap(({ actor }) => idAfter(actor, 'lab-partner:') ?? [])
  return namesOf(
    db.any(sql.type(nameRow)`
    select u.id, l.lab_name as name from users u join lab_partners l on u.id = l.user_id or l.id = u.works_for
     where u.id = any(${sql.array([...new Set(userIds)], 'uuid')})`),
  )
}

async function namesOf(rows: Promise<readonly z.output<typeof nameRow>[]>): Promise<Names> {
  return new Map((await rows).map(({ id, name }) => [id, name]))
}

function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success
}
