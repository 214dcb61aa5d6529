import { isDeepStrictEqual } from 'node:util'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import type { BodyOf } from '@jaanch/contracts/http/route'
import type { userRoutes } from '@jaanch/contracts/http/users'
import { adultAge } from '@jaanch/contracts/notices'
import type { Gender } from '@jaanch/contracts/vocabulary'
import { insertAudit } from '@jaanch/storage/audit'
import type pg from 'pg'
import type { Caller } from '../../auth/caller.ts'
import { recordChange } from '../../http/record-change.ts'
import { withChanges } from '../../http/with-changes.ts'
import { confirmIdentity, identityEntry } from '../../people/confirm-identity.ts'
import { formerIdentities } from '../../people/former-identities.ts'

type Profile = { name: string; phone: string | null; dateOfBirth: string | null; gender: Gender | null }
type ProfileChange = { caller: Caller; changes: BodyOf<typeof userRoutes.changeMe>; requestId: string }

/** Changes the given fields of the caller's profile and records the event, unless nothing changes. */
export async function changeProfile(
  parts: { logDb: pg.Pool; now: () => Date },
  { caller, changes, requestId }: ProfileChange,
): Promise<void> {
  if (changes.dateOfBirth && changes.dateOfBirth > istDate(parts.now())) {
    throw new AppError('invalid', 'The date of birth lies in the future.')
  }
  if (changes.dateOfBirth && ageOn(changes.dateOfBirth, istDate(parts.now())) < adultAge) {
    throw new AppError('parent-account')
  }
  const { userId } = caller
  const { confirm, ...given } = changes
  const person = { customerId: userId, familyMemberId: null }
  const event = { type: 'PersonChanged', data: { userId } } as const
  const change = { streamId: streamId('user', userId), event, caller, requestId }
  await recordChange(parts, change, async (client) => {
    const { rows } = await client.query<Profile>(
      // not of an account that was erased while this waited
      `select name, phone, date_of_birth as "dateOfBirth", gender from users
        where id = $1 and erased_at is null for update`,
      [userId],
    )
    if (!rows[0]) throw new AppError('not-signed-in')
    const [before] = rows
    const profile = withChanges(before, given)
    if (isDeepStrictEqual(profile, before)) return false
    const edit = await confirmIdentity(client, {
      person,
      before,
      after: profile,
      confirm,
      today: istDate(parts.now()),
    })
    if (edit) await insertAudit(client, [identityEntry(caller, person, edit)])
    return client.query(
      `update users set name = $2, phone = $3, date_of_birth = $4, gender = $5, corrected = corrected || $6,
              former_identities = with_former_identity(former_identities, $7)
        where id = $1`,
      [
        userId,
        profile.name,
        profile.phone,
        profile.dateOfBirth,
        profile.gender,
        JSON.stringify(edit?.corrected ?? {}),
        JSON.stringify(formerIdentities(before, profile, parts.now())),
      ],
    )
  })
}
