import { listedPrice } from '@jaanch/catalogue/packages/package-rows'
import type { Caller } from '@jaanch/contracts/caller'
import { filesPath } from '@jaanch/contracts/files-cookie'
import { pickFields } from '@jaanch/contracts/http/fields'
import { toRupees } from '@jaanch/contracts/money'
import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import type { RowTable } from '@jaanch/eventlog/read-generations'
import { olderThan, type PageKey } from '@jaanch/platform/reads/paging'
import { positionOf, readTable } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { visiblePrescriptions } from '../policies.ts'
import { type PrescriptionView, prescriptionView } from './api.ts'
import type { PrescriptionSummary } from './prescription.ts'

export const prescriptionsTable: RowTable = {
  name: 'prescriptions',
  write: 'upsert',
  key: ['id'],
  columns: ['id', 'data', 'created_at'],
}

export function rowOfPrescription(prescription: PrescriptionSummary) {
  return { id: prescription.prescriptionId, data: prescription, created_at: prescription.createdAt }
}

export const prescriptionRow = z.object({
  logPosition: z.number(),
  data: z.custom<PrescriptionSummary>(),
  customerName: z.string(),
  originalFileName: z.string(),
  notes: z.string().nullable(),
  adminNotes: z.string().nullable(),
  /** Prices in paise */
  items: z.custom<PrescriptionView['items']>(),
})
export type PrescriptionRow = z.output<typeof prescriptionRow>

type View = { generation: number }

const all = sql.fragment`true`

/**
 * Prescriptions with names, notes and the packages of the catalogue, without their files.
 * @param page rows of the read table, with `log_position`: only these are joined. A row is left out if what it refers to is missing
 */
function selectPrescriptions(page: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`${selectEachPrescription(page)} where p.id is not null and u.id is not null`
}

/** The same with every row of the page: with nulls, so that it is no `prescriptionRow`, if what it refers to is missing. */
export function selectEachPrescription(page: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`
    select r.log_position, r.data, u.name as customer_name, p.original_file_name, p.notes, p.admin_notes, i.items
      from (${page}) r
      left join prescriptions p on p.id = r.id
      left join users u on u.id = r.customer_id
     cross join lateral (
       select coalesce(jsonb_agg(
                jsonb_build_object('packageId', k.id, 'name', k.name, 'price', coalesce(listed_price, k.price)) order by c.place), '[]') as items
         from jsonb_array_elements_text(r.data->'packageIds') with ordinality c (id, place)
         join packages k on k.id = c.id::uuid
         left join ${listedPrice(sql.fragment`k.id`)} on true
     ) i`
}

/** A prescription whose summary was made from its stream. */
export function selectSummary(prescription: PrescriptionSummary): FragmentSqlToken {
  const { prescriptionId, customerId, position } = prescription
  return selectPrescriptions(sql.fragment`
    select ${position}::bigint as log_position, ${prescriptionId}::uuid as id, ${customerId}::uuid as customer_id,
           ${JSON.stringify(prescription)}::jsonb as data`)
}

export type PrescriptionFilter = {
  caller: Caller
  status: PrescriptionStatus | undefined
  after: PageKey | undefined
  limit: number
}

/** A page of the prescriptions that the caller may see, newest first. */
export function selectPage(
  view: View,
  { caller, status, after, limit }: PrescriptionFilter,
): FragmentSqlToken {
  const page = sql.fragment`
    select ${positionOf(view)} as log_position, * from ${readTable(view, 'prescriptions')}
     where ${visiblePrescriptions(caller)} and ${status ? sql.fragment`status = ${status}` : all}
       and ${olderThan(after, sql.fragment`created_at`, sql.fragment`id`)}
     order by created_at desc, id desc limit ${limit}`
  return sql.fragment`${selectPrescriptions(page)} order by r.created_at desc, r.id desc`
}

/** One prescription that the caller may see. */
export function selectOne(view: View, caller: Caller, id: string): FragmentSqlToken {
  return selectPrescriptions(sql.fragment`
    select ${positionOf(view)} as log_position, * from ${readTable(view, 'prescriptions')}
     where id = ${id} and ${visiblePrescriptions(caller)}`)
}

export function presentPrescription(row: PrescriptionRow): PrescriptionView {
  const { data } = row
  return pickFields(prescriptionView, {
    ...data,
    id: data.prescriptionId,
    customerName: row.customerName,
    fileUrl: `${filesPath}/prescriptions/${data.prescriptionId}`,
    originalFileName: row.originalFileName,
    notes: row.notes,
    adminNotes: row.adminNotes,
    items: row.items.map((item) => ({ ...item, price: toRupees(item.price) })),
  })
}
