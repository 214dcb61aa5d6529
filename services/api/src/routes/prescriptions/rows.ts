import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { toRupees } from '@jaanch/contracts/money'
import { prescriptionStatuses } from '@jaanch/contracts/vocabulary'
import type { PrescriptionSummary } from '@jaanch/domain/prescription/summary'
import { sql } from 'slonik'
import { z } from 'zod'
import { filesPath } from '../../auth/files-cookie.ts'

export const prescriptionRow = z.object({
  log_position: z.number(),
  id: z.uuid(),
  position: z.number(),
  created_at: z.date(),
  status: z.enum(prescriptionStatuses),
  customer_id: z.uuid(),
  is_processed: z.boolean(),
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
    select r.log_position, r.id, r.position, r.created_at, r.status, r.customer_id, r.is_processed,
           u.name as customer_name, p.original_file_name, p.notes, p.admin_notes, i.items
      from (${page}) r
      join prescriptions p on p.id = r.id
      join users u on u.id = r.customer_id
     cross join lateral (
       select coalesce(jsonb_agg(
                jsonb_build_object('packageId', k.id, 'name', k.name, 'price', k.price) order by c.place), '[]') as items
         from jsonb_array_elements_text(r.items) with ordinality c (id, place)
         join packages k on k.id = c.id::uuid
     ) i`
}

/** A prescription that was folded from its stream, as a page of one row. */
export function pageOfSummary(prescription: PrescriptionSummary) {
  const { position, createdAt, status, customerId, isProcessed, packageIds } = prescription
  return sql.fragment`
    select ${position}::bigint as log_position, ${prescription.prescriptionId}::uuid as id, ${position}::bigint as position,
           ${createdAt}::timestamptz as created_at, ${status}::text as status, ${customerId}::uuid as customer_id,
           ${isProcessed}::boolean as is_processed, ${JSON.stringify(packageIds)}::jsonb as items`
}

export function presentPrescription(row: PrescriptionRow): PrescriptionView {
  return {
    id: row.id,
    customerId: row.customer_id,
    customerName: row.customer_name,
    fileUrl: `${filesPath}/prescriptions/${row.id}`,
    originalFileName: row.original_file_name,
    status: row.status,
    notes: row.notes,
    adminNotes: row.admin_notes,
    isProcessed: row.is_processed,
    createdAt: row.created_at.toISOString(),
    items: row.items.map((item) => ({ ...item, price: toRupees(item.price) })),
    position: row.position,
  }
}
