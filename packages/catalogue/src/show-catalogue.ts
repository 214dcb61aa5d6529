import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { contentDisposition } from '@jaanch/platform/files/send-file'
import { serveCall } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyReply } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { editorCalls } from './api.ts'
import { inThread } from './file/file-thread.ts'
import { readStoredCatalogue, readStoredText } from './read-catalogue.ts'

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'application/zip',
}
const endings = { xlsx: 'xlsx', csv: 'zip' }

const affectedRow = z.object({
  tests: z.number(),
  packages: z.number(),
  ids: z.array(z.uuid()),
  labs: z.number(),
})
const countRow = z.object({ openBookings: z.number() })
const openStatuses = [
  'pending',
  'pending_customer_confirmation',
  'confirmed',
  'sample-collection',
  'lab-processing',
]

export const getCatalogue = serveCall(editorCalls.getCatalogue, async (_call, { logDb }) => {
  const { version, catalogue } = await readStoredCatalogue(logDb)
  return { version, ...catalogue }
})

export const exportCatalogue = serveCall(
  editorCalls.exportCatalogue,
  async ({ query: { format }, caller, reply }, { logDb, catalogueExports, now }) => {
    const write = async () => inThread('write', format, await readStoredText(logDb))
    sendFile(reply, format, `catalogue-${istDate(now())}`, await catalogueExports.run(write, caller.userId))
    return undefined
  },
)

export const getCatalogueTemplate = serveCall(
  editorCalls.getCatalogueTemplate,
  async ({ query: { format }, caller, reply }, { catalogueExports }) => {
    const write = () => inThread('write', format)
    sendFile(reply, format, 'catalogue-template', await catalogueExports.run(write, caller.userId))
    return undefined
  },
)

function sendFile(reply: FastifyReply, format: keyof typeof endings, name: string, file: Uint8Array): void {
  reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', contentDisposition('attachment', `${name}.${endings[format]}`))
    .send(Buffer.from(file))
}

/** How many tests, packages, labs and open bookings a change of this code would affect. @throws AppError not-found */
export const getAffected = serveCall(
  editorCalls.getAffected,
  async ({ params: { id: code }, reply }, { db, barrier, replicas }) => {
    const found = await db.one(sql.type(affectedRow)`
      with hit as (
        select id, kind from packages
         where deleted_at is null
           and (coalesce(code, 'ID-' || upper(left(id::text, 8))) = ${code} or ${code} = any (parameter_codes) or ${code} = any (test_codes)))
      select count(*) filter (where kind = 'test')::int as tests, count(*) filter (where kind = 'package')::int as packages,
             coalesce(array_agg(id), '{}') as ids,
             (select count(distinct lab_partner_id) from reference_intervals
               where code = ${code} and is_active and lab_partner_id is not null)::int as labs
        from hit`)
    if (found.ids.length === 0) {
      const isParameter = await db.exists(
        sql.unsafe`select from parameters where code = ${code} and is_active`,
      )
      if (!isParameter) throw new AppError('not-found', 'The catalogue has no such code.')
    }
    const view = await passBarrier({ barrier, replicas }, reply)
    const { openBookings } = await view.reads.one(sql.type(countRow)`
      select count(*)::int as open_bookings from ${readTable(view, 'bookings')} b
       where b.status = any (${sql.array(openStatuses, 'text')})
         and exists (select from jsonb_array_elements(b.data -> 'lines') line
                      where (line ->> 'packageId')::uuid = any (${sql.array(found.ids, 'uuid')}))`)
    const { tests, packages, labs } = found
    return { tests, packages, labs, openBookings }
  },
)
