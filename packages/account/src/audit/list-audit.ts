import { actorOf } from '@jaanch/contracts/caller'
import { roles } from '@jaanch/contracts/vocabulary'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { decodeCursorAs, exactTime, linkIfFull } from '@jaanch/platform/reads/paging'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { accessActions } from './actions.ts'
import { type AccessView, type AuditView, auditCalls } from './api.ts'

const all = sql.fragment`true`

export const listAudit = serveCall(auditCalls.listAudit, async ({ query, request, reply }, { db }) => {
  const { action, person, day, limit } = query
  const after = decodeCursorAs(auditKey, query.cursor)
  const rows = await selectAudit(db, {
    anyOf: person ? [sql.fragment`user_id = ${person}`, ...roles.map((role) => didAs(role, person))] : [all],
    where: sql.fragment`${action ? sql.fragment`action = ${action}` : all} and ${day ? onDay(day) : all}`,
    after,
    limit,
  })
  linkIfFull({ request, reply, limit }, rows, (last) => ({ at: last.keyAt, id: last.id }))
  return presentAudit(db, rows)
})

function didAs(role: string, userId: string) {
  return sql.fragment`actor = ${`${role}:${userId}`}`
}

/** The day in India */
function onDay(day: string) {
  return sql.fragment`at >= ${day}::date::timestamp at time zone 'Asia/Kolkata'
    and at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`
}

const isAccess = sql.fragment`action in (${sql.join(
  accessActions.map((action) => sql.literalValue(action)),
  sql.fragment`, `,
)})`

/** A person sees which labs opened their documents, and whether Jaanch did, but not who works there. */
export const listAccess = serveRead(
  auditCalls.listAccess,
  async ({ query, caller, request, reply }, services) => {
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

const nameRow = z.object({ id: z.uuid(), name: z.string() })
type Names = ReadonlyMap<string, string>

async function namesById(rows: Promise<readonly z.output<typeof nameRow>[]>): Promise<Names> {
  return new Map((await rows).map(({ id, name }) => [id, name]))
}

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
  return namesById(
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
  return namesById(
    db.any(sql.type(nameRow)`
    select u.id, l.lab_name as name from users u join lab_partners l on u.id = l.user_id or l.id = u.works_for
     where u.id = any(${sql.array([...new Set(userIds)], 'uuid')})`),
  )
}

function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success
}

/** A row of the audit trail holds ids: names are looked up when it is shown. */
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
type AuditRow = z.output<typeof auditRow>

/** The sort key of the last row of a page. */
const auditKey = z.object({ at: z.iso.datetime(), id: z.string().regex(/^\d{1,18}$/) })

type AuditPage = {
  anyOf: readonly FragmentSqlToken[]
  where: FragmentSqlToken
  after: z.output<typeof auditKey> | undefined
  limit: number
}

/** A page of the rows that fulfil any of the conditions, newest first; each condition is one range of an index. */
function selectAudit(
  db: CommonQueryMethods,
  { anyOf, where, after, limit }: AuditPage,
): Promise<readonly AuditRow[]> {
  const older = after ? sql.fragment`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)` : all
  const ranges = anyOf.map(
    (condition) => sql.fragment`(
      select id from audit where ${condition} and ${where} and ${older} order by at desc, id desc limit ${limit})`,
  )
  return db.any(sql.type(auditRow)`
    select id::text, at, ${exactTime(sql.fragment`at`)} as key_at, action, actor, user_id, object, details
      from audit where id in (${sql.join(ranges, sql.fragment` union `)})
     order by audit.at desc, audit.id desc limit ${limit}`)
}

const reasonRow = z.object({ id: z.number(), reason: z.string() })

/** Adds the names of the people, and the reasons that admins gave. */
async function presentAudit(db: CommonQueryMethods, rows: readonly AuditRow[]): Promise<AuditView[]> {
  const actors = rows.map(({ actor }) => parseActor(actor))
  const userIds = [...actors.map((actor) => actor?.userId), ...rows.map(({ userId }) => userId)]
  const known = new Set(userIds.filter((id) => typeof id === 'string'))
  const names = await namesById(
    db.any(sql.type(nameRow)`select id, name from users where id = any(${sql.array([...known], 'uuid')})`),
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
  return { kind: role, name: null, ...(name && isUuid(name) && { userId: name }) }
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
