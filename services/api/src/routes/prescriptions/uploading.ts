import { AppError } from '@jaanch/contracts/errors'
import {
  prescriptionFileLimit,
  prescriptionFileTexts,
  prescriptionFileTypes,
  prescriptionRoutes,
} from '@jaanch/contracts/http/prescriptions'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { accept } from '@jaanch/domain/decider'
import { prescriptionDecider } from '@jaanch/domain/prescription/decider'
import type { FastifyInstance } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { digestOf } from '../../files/digest.ts'
import { type ReceivedFile, receiveFile } from '../../files/receive-file.ts'
import { hashOfBody, newIdFor } from '../../http/idempotency.ts'
import { serve } from '../../http/serve.ts'
import { commandPrescription } from './commanding.ts'

type Upload = Pick<BodyOf<typeof prescriptionRoutes.uploadPrescription>, 'originalFileName' | 'notes'> & {
  id: string
  customerId: string
  requestHash: string
  file: ReceivedFile
}

const rules = { types: prescriptionFileTypes, limit: prescriptionFileLimit, texts: prescriptionFileTexts }
const hashRow = z.object({ request_hash: z.string().nullable() })

/**
 * Uploads a prescription: its rows first, under its id, then the event. If the process dies in between, the rows are orphans
 * that nobody sees; if the request comes again under its Idempotency-Key, it finds what was done and answers the same.
 */
export function serveUploading(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  serve(
    app,
    context,
    prescriptionRoutes.uploadPrescription,
    async ({ body, caller, idempotencyKey, request }) => {
      const file = await receiveFile(body.fileUrl, rules)
      const id = newIdFor('prescription', caller.userId, idempotencyKey)
      const { originalFileName, notes } = body
      const requestHash = hashOfBody([file.contentType, await digestOf(file.bytes), originalFileName, notes])
      const kept = await keep(db, {
        id,
        customerId: caller.userId,
        originalFileName,
        notes,
        requestHash,
        file,
      })
      if (kept !== requestHash) throw new AppError('key-reused')
      return commandPrescription(context, {
        prescriptionId: id,
        appendId: newIdFor('upload', caller.userId, idempotencyKey),
        decide(prescription) {
          // the ids follow from the key: what is there already came from this very request
          if (prescription.status !== 'none') return accept()
          const command = { type: 'upload', prescriptionId: id, customerId: caller.userId } as const
          return prescriptionDecider.decide(prescription, command, now())
        },
        caller,
        requestId: request.id,
      })
    },
  )
}

/** @returns the hash of the request whose rows are kept under this id: another one's if that came first */
function keep(db: DatabasePool, upload: Upload): Promise<string | null> {
  const { id, customerId, originalFileName, notes, requestHash, file } = upload
  return db.transaction(async (tx) => {
    const isNew = await tx.maybeOne(sql.type(hashRow)`
      insert into prescriptions (id, customer_id, original_file_name, notes, request_hash)
      values (${id}, ${customerId}, ${originalFileName}, ${notes}, ${requestHash})
      on conflict (id) do nothing returning request_hash`)
    if (!isNew) {
      const kept = await tx.one(sql.type(hashRow)`select request_hash from prescriptions where id = ${id}`)
      return kept.request_hash
    }
    await tx.query(sql.unsafe`
      insert into prescription_files (prescription_id, content_type, bytes)
      values (${id}, ${file.contentType}, ${sql.binary(file.bytes)})`)
    return requestHash
  })
}
