import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import { prescriptionFileTypes, prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Audit } from '../../auth/audit.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'
import { type ReceivedFile, toDataUrl } from '../../files/receive-file.ts'
import { type Downloads, sendFile } from '../../files/send-file.ts'
import { maySeePrescription } from '../../policies.ts'
import { prescriptionRow, presentPrescription, selectOne } from '../../read-models/prescriptions.ts'
import { passBarrier, type Reads } from '../../reads/read-tables.ts'
import type { ReadQueries } from '../../reads/replica.ts'
import { prescriptions } from './command-prescription.ts'

type Parts = Downloads & Reads & { db: DatabasePool; logDb: pg.Pool; audit: Audit }

const fileRow = z.object({
  contentType: z.enum(prescriptionFileTypes),
  bytes: z.custom<Buffer<ArrayBuffer>>(),
  originalFileName: z.string(),
})

export function registerGetPrescription(app: FastifyInstance, parts: Parts): void {
  const { db, logDb, audit } = parts

  function recordRead(prescriptionId: string, customerId: string, caller: Caller): Promise<void> {
    const [actor, object] = [actorOf(caller), `prescription:${prescriptionId}`]
    return audit.record({ action: 'prescription-opened', actor, userId: customerId, object })
  }

  app.serveUnplaced(prescriptionRoutes.getPrescription, async ({ params, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const row = await view.reads.maybeOne(sql.type(prescriptionRow)`${selectOne(view, caller, params.id)}`)
    if (!row) throw new AppError('not-found')
    reply.header(headers.logPosition, String(row.logPosition))
    const file = await readPrescriptionFile(view.reads, params.id)
    await recordRead(params.id, row.data.customerId, caller)
    return { ...presentPrescription(row), fileUrl: toDataUrl(file) }
  })

  app.serve(prescriptionRoutes.openPrescriptionFile, async (call) => {
    const { params, caller } = call
    const prescription = await prescriptions.load(logDb, params.id)
    if (!prescription || !maySeePrescription(caller, prescription)) throw new AppError('not-found')
    const file = await readPrescriptionFile(db, params.id)
    await recordRead(params.id, prescription.customerId, caller)
    return sendFile(parts, call, { ...file, kind: 'inline' })
  })
}

/**
 * @returns the file with the name that the customer gave it
 * @throws AppError not-found if it was erased with its account
 */
async function readPrescriptionFile(
  db: ReadQueries,
  prescriptionId: string,
): Promise<ReceivedFile & { name: string }> {
  const row = await db.maybeOne(sql.type(fileRow)`
    select f.content_type, f.bytes, p.original_file_name
      from prescription_files f join prescriptions p on p.id = f.prescription_id
     where f.prescription_id = ${prescriptionId}`)
  if (!row) throw new AppError('not-found', 'This prescription was deleted with its account.')
  return { contentType: row.contentType, bytes: row.bytes, name: row.originalFileName }
}
