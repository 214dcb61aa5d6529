import { Readable } from 'node:stream'
import type { Audit } from '@jaanch/account/audit/audit'
import type { RateLimits } from '@jaanch/account/limits'
import { isWithheld } from '@jaanch/account/people/relative-consent'
import { privacyCalls } from '@jaanch/account/privacy/api'
import { demandPassword, type PasswordCheck } from '@jaanch/account/sessions/check-password'
import { findUser } from '@jaanch/account/users/user-rows'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { contentDisposition } from '@jaanch/platform/files/send-file'
import { createGate } from '@jaanch/platform/gate'
import type { Bounds } from '@jaanch/platform/http/bounds'
import { onceOver } from '@jaanch/platform/http/request-gates'
import { serveRead } from '@jaanch/platform/http/served'
import type { Log } from '@jaanch/platform/logging'
import { passBarrier, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import { isRecorded } from '@jaanch/report/critical/table'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type CommonQueryMethods,
  type DatabasePool,
  type FragmentSqlToken,
  type IdentifierSqlToken,
  sql,
} from 'slonik'
import yazl from 'yazl'
import { z } from 'zod'

/** A ZIP holds one file of up to 10 MB in memory, as long as its client takes to receive it */
const exportsAtOnce = 4

const jsonRow = z.object({ rows: z.array(z.unknown()) })
const nameRow = z.object({ id: z.uuid(), contentType: z.string() })
const bytesRow = z.object({ bytes: z.custom<Buffer>() })

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** What is stored about a person, by the name of its file. Hashes and tokens are left out: they say nothing about the person. */
function tablesOf(userId: string, bookings: IdentifierSqlToken, now: Date): Record<string, FragmentSqlToken> {
  // as on the pages: results of an adult relative only after that one has agreed
  const isShown = isShownAt(now)
  // while the read tables lack the booking, nobody knows whose results these are
  const isKnownShown = sql.fragment`(b.id is not null and ${isShown})`
  const ofUser = (table: string) =>
    sql.fragment`select to_jsonb(t) as row from ${sql.identifier([table])} t where user_id = ${userId}`
  return {
    account: sql.fragment`
      select to_jsonb(u) - 'password_hash' - 'token_version' as row from users u where id = ${userId}`,
    'family-members': sql.fragment`
      select to_jsonb(t) - 'request_hash' - 'adult_from' as row from family_members t where customer_id = ${userId}`,
    addresses: sql.fragment`
      select to_jsonb(t) - 'request_hash' as row from customer_addresses t where customer_id = ${userId}`,
    bookings: sql.fragment`
      select b.data - 'draft' || jsonb_build_object('address', d.address, 'specialInstructions', d.special_instructions,
                                          'paymentReference', p.reference, 'reviewText', r.text) as row
        from ${bookings} b left join booking_details d on d.booking_id = b.id
        left join payment_references p on p.booking_id = b.id
        left join reviews r on r.booking_id = b.id where b.customer_id = ${userId}`,
    prescriptions: sql.fragment`
      select to_jsonb(t) - 'request_hash' as row from prescriptions t where customer_id = ${userId}`,
    reports: sql.fragment`
      select to_jsonb(h) - 'released_by' || jsonb_build_object(
               'doctor_comments', case when ${isKnownShown} then h.doctor_comments end, 'values', (
               select jsonb_agg(to_jsonb(v)) from report_values v where v.report_id = h.id and ${isKnownShown})) as row
        from health_reports h left join ${bookings} b on b.id = h.booking_id where h.customer_id = ${userId}`,
    // the values after the release of their report; who of a lab or of Jaanch called is not about the person
    'critical-calls': sql.fragment`
      select jsonb_build_object('bookingId', c.booking_id, 'foundAt', c.found_at, 'closedAt', c.closed_at, 'ending', c.ending, 'values', (
               select jsonb_agg(to_jsonb(v) - 'call_id' order by v.place) from critical_call_values v
                where v.call_id = c.id and ${isShown} and exists (select from health_reports h where h.id = c.report_id)),
             'attempts', (
               select jsonb_agg(jsonb_build_object('at', a.at, 'outcome', a.outcome, 'reached', a.reached, 'by', a.means,
                                                   'note', case when ${isShown} then a.note end) order by a.at)
                 from critical_attempts a where a.call_id = c.id)) as row
        from ${bookings} b join critical_calls c on c.booking_id = b.id where b.customer_id = ${userId} and ${isRecorded}`,
    'relative-consents': sql.fragment`
      select to_jsonb(t) - 'customer_id' as row from relative_consents t where customer_id = ${userId}`,
    shares: sql.fragment`
      select jsonb_build_object('label', label, 'familyMemberId', family_member_id, 'reports', reports, 'trends', trends,
                                'createdAt', created_at, 'expiresAt', expires_at, 'endedAt', ended_at, 'looks', (
               select jsonb_agg(jsonb_build_object('at', at, 'network', network, 'recipient', recipient, 'result', result) order by id)
                 from share_looks l where l.share_id = s.id)) as row
        from shares s where customer_id = ${userId}`,
    messages: sql.fragment`
      select jsonb_build_object('channel', channel, 'subject', subject, 'body', body, 'createdAt', created_at,
                                'sentAt', sent_at) as row from outbox where recipient_user_id = ${userId}`,
    // who of a lab or of Jaanch wrote is not about the person
    'booking-messages': sql.fragment`
      select to_jsonb(t) - 'author_user_id' - 'request_hash' as row from booking_messages t where customer_id = ${userId}`,
    'notification-preferences': ofUser('notification_preferences'),
    'retest-reminders': sql.fragment`
      select to_jsonb(t) as row from retest_reminders t where customer_id = ${userId}`,
    'saved-views': ofUser('saved_views'),
    consents: ofUser('consents'),
    sessions: ofUser('sessions'),
    // what the actor was, not who: the names of staff and operators are not about the person
    'audit-trail': sql.fragment`
      select to_jsonb(t) || jsonb_build_object('actor', split_part(actor, ':', 1)) as row
        from audit t where user_id = ${userId}`,
    'account-changes': sql.fragment`
      select to_jsonb(t) - 'changed_by' as row from account_changes t where user_id = ${userId}`,
    lab: ofUser('lab_partners'),
  }
}

/** Bounds the exports that clients are receiving. */
export type Exports = {
  /** @throws BusyError; TooManyError for a second one of the same account. @returns gives the place back */
  enter(userId: string): Promise<() => void>
  send(request: FastifyRequest, reply: FastifyReply, zip: yazl.ZipFile): void
}

export function createExports({ bodySilenceMs }: Pick<Bounds, 'bodySilenceMs'>, log: Log): Exports {
  // nobody waits: whoever receives an export slowly would be waited for with a place for writes in hand
  const gate = createGate({ name: 'exports', capacity: exportsAtOnce, capacityPerCaller: 1 })
  return {
    enter: (userId) => gate.enter(userId),
    send(request, reply, zip) {
      zip.end()
      const stream = zip.outputStream as Readable
      stream.on('error', (error) => log.warn({ err: error }, 'an export ended early'))
      // who does not take it for so long gives the place to others
      request.raw.socket.setTimeout(bodySilenceMs)
      reply
        .header('content-type', 'application/zip')
        .header('content-disposition', contentDisposition('attachment', 'jaanch-my-data.zip'))
        .header('cache-control', 'private, no-store')
        .send(stream)
    },
  }
}

type Services = Reads & {
  db: DatabasePool
  passwordCheck: PasswordCheck
  audit: Audit
  rateLimits: RateLimits
  exports: Exports
  now: () => Date
}

/** The right of access: everything about a person as a ZIP. Files are read one after the other while the client takes them. */
export const exportMe = serveRead(
  privacyCalls.exportMe,
  async ({ body, caller, request, reply }, services: Services) => {
    const { db, passwordCheck, audit, rateLimits, exports, now } = services
    const { userId } = caller
    const user = await findUser(db, userId)
    if (!user) throw new AppError('not-signed-in')
    await demandPassword(passwordCheck, { request, caller, user, password: body.password })
    // before it is counted: who is refused here may try again
    onceOver(request, reply, await exports.enter(userId))
    await rateLimits.count('exports', userId)
    const bookings = readTable(await passBarrier(services, reply), 'bookings')
    await audit.record({ action: 'data-exported', actor: actorOf(caller), userId })
    const zip = new yazl.ZipFile()
    await addTables(zip, db, tablesOf(userId, bookings, now()))
    await addFiles(zip, db, { userId, bookings, now: now() })
    exports.send(request, reply, zip)
    return undefined
  },
)

async function addTables(
  zip: yazl.ZipFile,
  db: CommonQueryMethods,
  tables: Record<string, FragmentSqlToken>,
): Promise<void> {
  for (const [name, query] of Object.entries(tables)) {
    const { rows } = await db.one(sql.type(jsonRow)`
      select coalesce(jsonb_agg(row), '[]') as rows from (${query}) t`)
    zip.addBuffer(Buffer.from(JSON.stringify(rows, null, 2)), `${name}.json`)
  }
}

/** The person for whom a booking (`b`) is has agreed, or need not. */
function isShownAt(now: Date) {
  return sql.fragment`not ${isWithheld(sql.fragment`(b.data ->> 'familyMemberId')::uuid`, now)}`
}

type FilesOf = { userId: string; bookings: IdentifierSqlToken; now: Date }

async function addFiles(
  zip: yazl.ZipFile,
  db: CommonQueryMethods,
  { userId, bookings, now }: FilesOf,
): Promise<void> {
  const prescriptions = await db.any(sql.type(nameRow)`
    select f.prescription_id as id, f.content_type from prescription_files f
      join prescriptions p on p.id = f.prescription_id where p.customer_id = ${userId}`)
  const reports = await db.any(sql.type(nameRow)`
    select f.report_id as id, f.content_type from health_report_files f
     where f.report_id in (select unnest(h.id || h.attachments) from health_reports h join ${bookings} b on b.id = h.booking_id
                            where h.customer_id = ${userId} and ${isShownAt(now)})`)
  const add = (folder: string, { id, contentType }: z.output<typeof nameRow>, query: FragmentSqlToken) => {
    const name = `${folder}/${id}.${extensions[contentType] ?? 'bin'}`
    zip.addReadStreamLazy(name, { compress: false }, (done) => {
      db.one(sql.type(bytesRow)`${query}`)
        .then(({ bytes }) => done(null, Readable.from([bytes])))
        .catch((error) => done(error, Readable.from([])))
    })
  }
  for (const file of prescriptions) {
    add(
      'prescriptions',
      file,
      sql.fragment`select bytes from prescription_files where prescription_id = ${file.id}`,
    )
  }
  for (const file of reports) {
    add('reports', file, sql.fragment`select bytes from health_report_files where report_id = ${file.id}`)
  }
}
