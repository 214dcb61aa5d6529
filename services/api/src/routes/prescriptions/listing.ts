import type { PrescriptionStatus } from '@jaanch/contracts/vocabulary'
import { sql } from 'slonik'
import type { Caller } from '../../auth/authentication.ts'
import { visiblePrescriptions } from '../../policies.ts'
import { selectPrescriptions } from '../../read-models/prescriptions.ts'
import type { PageKey } from '../../reads/paging.ts'
import { positionOf, readTable } from '../../reads/read-tables.ts'

export type Listing = {
  caller: Caller
  status: PrescriptionStatus | undefined
  after: PageKey | undefined
  limit: number
}

const always = sql.fragment`true`

/** A page of the caller's prescriptions, newest first. */
export function selectListing(view: { generation: number }, { caller, status, after, limit }: Listing) {
  const page = sql.fragment`
    select ${positionOf(view)} as log_position, * from ${readTable(view, 'prescriptions')}
     where ${visiblePrescriptions(caller)} and ${status ? sql.fragment`status = ${status}` : always}
       and ${after ? sql.fragment`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : always}
     order by created_at desc, id desc limit ${limit}`
  return sql.fragment`${selectPrescriptions(page)} order by r.created_at desc, r.id desc`
}

/** One of the caller's prescriptions. */
export function selectOne(view: { generation: number }, caller: Caller, id: string) {
  return selectPrescriptions(sql.fragment`
    select ${positionOf(view)} as log_position, * from ${readTable(view, 'prescriptions')}
     where id = ${id} and ${visiblePrescriptions(caller)}`)
}
