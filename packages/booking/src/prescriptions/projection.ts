import type { RowTable } from '@jaanch/eventlog/row-table'
import type { PrescriptionSummary } from './summary.ts'

export const prescriptionsTable: RowTable = {
  name: 'prescriptions',
  write: 'upsert',
  key: ['id'],
  columns: ['id', 'data', 'created_at'],
}

export function rowOfPrescription(prescription: PrescriptionSummary) {
  return { id: prescription.prescriptionId, data: prescription, created_at: prescription.createdAt }
}
