import { createHash } from 'node:crypto'
import { isWithheld } from '@jaanch/account/people/relative-consent'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { lookView, type ShareView } from './api.ts'
import { passcodeTries } from './rules.ts'

const looksShown = 50

export const shareRow = z.object({
  id: z.uuid(),
  label: z.string(),
  familyMemberId: z.uuid().nullable(),
  familyMemberName: z.string().nullable(),
  reports: z.number(),
  trends: z.number(),
  createdAt: z.date(),
  expiresAt: z.date(),
  endedAt: z.date().nullable(),
  endReason: z.enum(['owner', 'guessed', 'account', 'consent']).nullable(),
  requestHash: z.string(),
  opened: z.number(),
  tries: z.number(),
  looks: z.array(lookView.extend({ at: z.string() })),
})

/** SQL: a row of `share_looks` that is a passcode which did not open the link, or not yet */
export const isTry = sql.fragment`(result is null or result = 'wrong')`

/** A condition on `shares s`: it is not over, and the person whose results it shows agrees at this moment or need not. */
export function isOpenAt(now: Date): FragmentSqlToken {
  return sql.fragment`s.ended_at is null and s.expires_at > ${now.toISOString()}
    and not ${isWithheld(sql.fragment`s.family_member_id`, now)}`
}

/** @returns what is stored of a link's address */
export function hashOfLink(linkId: string): Buffer {
  return createHash('sha256').update(linkId).digest()
}

/** Links as their owner sees them, the latest first. @param which a condition on `s` */
export function selectShares(which: FragmentSqlToken, limit: number) {
  return sql.type(shareRow)`
    select s.id, s.label, s.family_member_id, m.name as family_member_name, s.reports, s.trends, s.created_at, s.expires_at,
           s.ended_at, s.end_reason, s.request_hash, coalesce(c.opened, 0) as opened, coalesce(c.tries, 0) as tries,
           coalesce(l.looks, '[]') as looks
      from shares s
      left join family_members m on m.id = s.family_member_id
      left join lateral (
        select count(*) filter (where result = 'opened')::int as opened,
               count(*) filter (where ${isTry})::int as tries
          from share_looks where share_id = s.id) c on true
      left join lateral (
        select jsonb_agg(to_jsonb(k) order by k.id desc) as looks
          from (select id, at, network, recipient, result from share_looks
                 where share_id = s.id order by id desc limit ${looksShown}) k) l on true
     where ${which}
     order by s.created_at desc, s.id limit ${limit}`
}

export function presentShare(row: z.output<typeof shareRow>, now: Date): ShareView {
  const { id, label, familyMemberId, familyMemberName, reports, trends, opened, tries } = row
  return {
    id,
    label,
    familyMember: familyMemberId === null ? null : { id: familyMemberId, name: familyMemberName ?? '' },
    reports,
    trends,
    createdAt: row.createdAt.toISOString(),
    endsAt: (row.endedAt ?? row.expiresAt).toISOString(),
    state: stateOf(row, now),
    triesLeft: Math.max(0, passcodeTries - tries),
    opened,
    looks: row.looks.map((look) => ({ ...look, at: new Date(look.at).toISOString() })),
  }
}

function stateOf({ endReason, expiresAt }: z.output<typeof shareRow>, now: Date): ShareView['state'] {
  if (endReason === 'guessed') return 'guessed'
  if (endReason !== null) return 'ended'
  return expiresAt <= now ? 'expired' : 'open'
}
