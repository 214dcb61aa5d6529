import { exactTime } from '@jaanch/platform/reads/paging'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { ReviewView } from './api.ts'

export const reviewRow = z.object({
  id: z.uuid(),
  createdAt: z.date(),
  /** `createdAt`, for a cursor */
  keyAt: z.string(),
  stars: z.number(),
  text: z.string().nullable(),
  isHidden: z.boolean(),
  customerName: z.string(),
  labPartnerId: z.uuid().nullable(),
  labName: z.string().nullable(),
  packageNames: z.array(z.string()),
  reason: z.string().nullable(),
})
type ReviewRow = z.output<typeof reviewRow>

/**
 * Reviews with the names of what they are about, newest first.
 * @param page condition and limit of the rows that are needed: only these are joined
 */
export function selectReviews(page: FragmentSqlToken) {
  return sql.fragment`
    select r.booking_id as id, r.created_at, ${exactTime(sql.fragment`r.created_at`)} as key_at, r.stars, r.text, r.is_hidden,
           u.name as customer_name, r.lab_partner_id, l.lab_name,
           array(select p.name from unnest(r.package_ids) with ordinality of_review (id, n)
                   join packages p on p.id = of_review.id order by n) as package_names,
           (select c.reason from review_changes c where c.booking_id = r.booking_id order by c.id desc limit 1) as reason
      from (select * from reviews ${page}) r
      join users u on u.id = r.customer_id
      left join lab_partners l on l.id = r.lab_partner_id
     order by r.created_at desc, r.booking_id desc`
}

export function presentReview(row: ReviewRow): ReviewView {
  const { id, stars, text, isHidden, customerName, packageNames, reason } = row
  const labPartner = row.labPartnerId && { id: row.labPartnerId, name: row.labName ?? '' }
  return {
    id,
    createdAt: row.createdAt.toISOString(),
    stars,
    text,
    isHidden,
    customerName,
    labPartner: labPartner || null,
    packageNames,
    reason,
  }
}
