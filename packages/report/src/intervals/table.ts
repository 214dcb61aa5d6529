import type pg from 'pg'
import type { IntervalView } from './api.ts'

/** A row of `reference_intervals` as callers see it. */
const columns = `i.id, i.code, i.kind, i.sex, i.age_from as "ageFrom", i.age_to as "ageTo", i.method, i.low::float8 as low, i.high::float8 as high,
  i.expected, i.valid_from::text as "validFrom", i.valid_to::text as "validTo", i.source, i.lab_partner_id is not null as "isOwn",
  i.is_active as "isActive", i.accepted_from as "acceptedFrom"`

/**
 * The rows of the catalogue and of one lab, the lab's first, then by age.
 * @param code of one parameter; null: of all
 */
export async function readRows(
  db: Pick<pg.ClientBase, 'query'>,
  labPartnerId: string,
  code: string | null = null,
): Promise<IntervalView[]> {
  const { rows } = await db.query<IntervalView>(
    `select ${columns} from reference_intervals i
      where (i.lab_partner_id = $1 or i.lab_partner_id is null) and ($2::text is null or i.code = $2)
      order by i.code, i.kind desc, i.lab_partner_id is null, i.age_from, i.sex nulls first, i.valid_from, i.id`,
    [labPartnerId, code],
  )
  return rows
}

/** @returns undefined: there is none, or it is another lab's */
export async function readRow(
  db: Pick<pg.ClientBase, 'query'>,
  labPartnerId: string,
  id: string,
): Promise<IntervalView | undefined> {
  const { rows } = await db.query<IntervalView>(
    `select ${columns} from reference_intervals i
      where i.id = $2 and (i.lab_partner_id = $1 or i.lab_partner_id is null)`,
    [labPartnerId, id],
  )
  return rows[0]
}

/** Changes of the intervals of a lab wait for each other, so that no two overlapping ones are added at once. */
export async function lockIntervals(client: pg.ClientBase, labPartnerId: string): Promise<void> {
  await client.query('select from lab_partners where id = $1 for no key update', [labPartnerId])
}
