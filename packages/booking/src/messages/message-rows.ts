import type { Caller } from '@jaanch/contracts/caller'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { MessageView } from './api.ts'

export const messageRow = z.object({
  id: z.uuid(),
  createdAt: z.date(),
  audience: z.enum(['lab', 'platform']),
  by: z.enum(['customer', 'lab-partner', 'admin']),
  text: z.string(),
  isUnread: z.boolean(),
  requestHash: z.string(),
})

/** Condition on `booking_messages` of a booking that the caller may see: a lab reads what was exchanged with it. */
export function visibleMessages({ role, labPartnerId }: Caller): FragmentSqlToken {
  return role === 'lab-partner' ? sql.fragment`lab_partner_id = ${labPartnerId}` : sql.fragment`true`
}

const readAt = {
  customer: sql.fragment`customer_read_at`,
  'lab-partner': sql.fragment`lab_read_at`,
  admin: sql.fragment`platform_read_at`,
}

/** When the caller's side read it; null if it has not */
export const readAtOf = ({ role }: Pick<Caller, 'role'>) => readAt[role]

export function selectMessages(caller: Caller): FragmentSqlToken {
  return sql.fragment`
    select id, created_at, audience, author_role as by, text, ${readAtOf(caller)} is null as is_unread, request_hash
      from booking_messages`
}

export function presentMessage(row: z.output<typeof messageRow>): MessageView {
  const { id, createdAt, audience, by, text, isUnread } = row
  return { id, createdAt: createdAt.toISOString(), audience, by, text, isUnread }
}
