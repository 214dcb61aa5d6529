import { prescriptionFileTypes } from '@jaanch/contracts/http/prescriptions'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { ReceivedFile } from '../../files/receive-file.ts'

const fileRow = z.object({
  content_type: z.enum(prescriptionFileTypes),
  bytes: z.custom<Buffer<ArrayBuffer>>(),
  original_file_name: z.string(),
})

/** @returns a prescription's file and the name that its sender gave it. Whether the caller may see it was asked before. */
export async function loadPrescriptionFile(
  db: CommonQueryMethods,
  prescriptionId: string,
): Promise<ReceivedFile & { name: string }> {
  const row = await db.one(sql.type(fileRow)`
    select f.content_type, f.bytes, p.original_file_name
      from prescription_files f join prescriptions p on p.id = f.prescription_id
     where f.prescription_id = ${prescriptionId}`)
  return { contentType: row.content_type, bytes: row.bytes, name: row.original_file_name }
}
