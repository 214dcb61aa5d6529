import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { toRupees } from '@jaanch/contracts/money'
import type { PrescriptionSummary } from '@jaanch/domain/prescription/summary'
import { sql } from 'slonik'
import { z } from 'zod'
import { filesPath } from '../auth/files-cookie.ts'

export const prescriptionRow = z.object({
  log_position: z.number(),
  data: z.custom<PrescriptionSummary>(),
  customer_name: z.string(),
  original_file_name: z.string(),
  notes: z.string().nullable(),
  admin_notes: z.string().nullable(),
  /** Prices in paise */
  items: z.custom<PrescriptionView['items']>(),
})
export type PrescriptionRow = z.output<typeof prescriptionRow>

/**
 * Prescriptions with what people typed and the catalogue says. Their files are never looked at.
 * @param page the rows of the read table that are wanted, with `log_position`: everything else is joined to these alone
 */
export function selectPrescriptions(page: ReturnType<typeof sql.fragment>) {
  return sql.fragment`
    select r.log_position, r.data, u.name as customer_name, p.original_file_name, p.notes, p.admin_notes, i.items
      from (${page}) r
      join prescriptions p on p.id = r.id
      join users u on u.id = r.customer_id
     cross join lateral (
       select coalesce(jsonb_agg(
                jsonb_build_object('packageId', k.id, 'name', k.name, 'price', k.price) order by c.place), '[]') as items
         from jsonb_array_elements_text(r.data->'packageIds') with ordinality c (id, place)
         join packages k on k.id = c.id::uuid
     ) i`
}

/** A prescription whose summary was made from its stream, as a page of one row. */
export function pageOfSummary(prescription: PrescriptionSummary) {
  const { prescriptionId, customerId, position } = prescription
  return sql.fragment`
    select ${position}::bigint as log_position, ${prescriptionId}::uuid as id, ${customerId}::uuid as customer_id,
           ${JSON.stringify(prescription)}::jsonb as data`
}

export function presentPrescription(row: PrescriptionRow): PrescriptionView {
  const { prescriptionId, packageIds: _, ...prescription } = row.data
  return {
    ...prescription,
    id: prescriptionId,
    customerName: row.customer_name,
    fileUrl: `${filesPath}/prescriptions/${prescriptionId}`,
    originalFileName: row.original_file_name,
    notes: row.notes,
    adminNotes: row.admin_notes,
    items: row.items.map((item) => ({ ...item, price: toRupees(item.price) })),
  }
}
