import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import type { QueryOf } from '@jaanch/contracts/http/route'
import { ownerKey } from '@jaanch/contracts/owner-keys'
import type { LabPartnerStatus } from '@jaanch/contracts/vocabulary'
import { serveRead } from '@jaanch/platform/http/served'
import { decodeCursor, linkIfFull, olderThan } from '@jaanch/platform/reads/paging'
import { passBarrier, type Reads, readTable } from '@jaanch/platform/reads/read-tables'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type LabPartnerView, labPartnerCalls } from './api.ts'
import {
  labPartnerRow,
  presentLabPartner,
  readLabStatus,
  selectLabPartners,
  waitsForConsent,
} from './lab-rows.ts'

const topRow = z.object({
  id: z.uuid(),
  labName: z.string(),
  city: z.string().nullable(),
  bookings: z.number(),
})
/** The prefix that `ownerKey` puts before the id of a lab */
const labOwnerPrefix = ownerKey({ audience: 'lab-partner', labPartnerId: '' })
const topLabs = 4

export const listApprovedLabPartners = serveRead(
  labPartnerCalls.listApprovedLabPartners,
  ({ query, request, reply }, reads) => list(reads, { ...query, status: 'approved' }, { request, reply }),
)

export const listAllLabPartners = serveRead(
  labPartnerCalls.listAllLabPartners,
  ({ query, request, reply }, reads) => list(reads, query, { request, reply }),
)

async function list(
  reads: Reads,
  { status, waiting, limit, cursor }: QueryOf<typeof labPartnerCalls.listAllLabPartners>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<LabPartnerView[]> {
  const after = decodeCursor(cursor)
  const view = await passBarrier(reads, reply)
  const all = sql.fragment`true`
  const newestFirst = sql.fragment`order by r.created_at desc, r.id desc`
  const page = sql.fragment`
    where ${status ? sql.fragment`r.status = ${status}` : all}
      and ${waiting ? waitsForConsent : all}
      and ${olderThan(after, sql.fragment`r.created_at`, sql.fragment`r.id`)}
    ${newestFirst} limit ${limit}`
  const rows = await view.reads.any(sql.type(labPartnerRow)`${selectLabPartners(view, page)} ${newestFirst}`)
  reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
  linkIfFull({ request, reply, limit }, rows, (last) => ({ at: last.createdAt.toISOString(), id: last.id }))
  return rows.map(presentLabPartner)
}

export const listTopLabPartners = serveRead(labPartnerCalls.listTopLabPartners, async ({ reply }, reads) => {
  const view = await passBarrier(reads, reply)
  const rows = await view.reads.any(sql.type(topRow)`
      select l.id, l.lab_name, l.city, coalesce(c.n, 0) as bookings
        from ${readTable(view, 'lab_partners')} r
        join lab_partners l on l.id = r.id
        left join ${readTable(view, 'counts')} c on c.owner = ${labOwnerPrefix} || r.id and c.tab = 'all'
       where r.status = 'approved'
       order by bookings desc, l.lab_name, l.id limit ${topLabs}`)
  return [...rows]
})

/**
 * A lab after a command. Its status comes from the log, because the row may be older than the command.
 * @param knownStatus if the caller has read it from the log already
 * @throws AppError unavailable while the projector has not seen the lab
 */
export async function viewLab(
  services: Reads & { db: DatabasePool; logDb: pg.Pool },
  id: string,
  reply: FastifyReply,
  knownStatus?: LabPartnerStatus | 'none',
): Promise<LabPartnerView> {
  const view = await passBarrier(services, reply)
  const lab = sql.fragment`where r.id = ${id}`
  const row = await services.db.maybeOne(sql.type(labPartnerRow)`${selectLabPartners(view, lab)}`)
  const status = knownStatus ?? (await readLabStatus(services, id))
  if (!row || status === 'none') throw new AppError('unavailable')
  return presentLabPartner({ ...row, status })
}
