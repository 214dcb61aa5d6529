import { isDeepStrictEqual } from 'node:util'
import { ageOn, istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { recordChange, withChanges } from '@jaanch/eventlog/append-with-rows'
import { streamId } from '@jaanch/eventlog/events'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import type { DatabasePool } from 'slonik'
import { insertAudit } from '../audit/audit.ts'
import { confirmIdentity, formerIdentities, identityEntry } from '../people/identity.ts'
import { adultAge } from '../privacy/consent-texts.ts'
import { authCalls, type UserView } from '../sessions/api.ts'
import { userCalls } from './api.ts'
import { findUser, presentUser, type UserRow } from './user-rows.ts'

export const getMe = serveCall(authCalls.getMe, ({ caller }, { db }) => readUser(db, caller.userId))

export const changeMe = serveCall(userCalls.changeMe, async ({ body, caller, request }, services) => {
  await changeProfile(services, { caller, changes: body, requestId: request.id })
  return readUser(services.db, caller.userId)
})

async function readUser(db: DatabasePool, userId: string): Promise<UserView> {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('not-signed-in')
  return presentUser(user)
}

type Profile = Pick<UserRow, 'name' | 'phone' | 'dateOfBirth' | 'gender'>
type ProfileChange = { caller: Caller; changes: BodyOf<typeof userCalls.changeMe>; requestId: string }

/** Changes the given fields of the caller's profile and records the event, unless nothing changes. */
async function changeProfile(
  services: Pick<Services, 'logDb' | 'now'>,
  { caller, changes, requestId }: ProfileChange,
): Promise<void> {
  if (changes.dateOfBirth && changes.dateOfBirth > istDate(services.now())) {
    throw new AppError('invalid', 'The date of birth lies in the future.')
  }
  if (changes.dateOfBirth && ageOn(changes.dateOfBirth, istDate(services.now())) < adultAge) {
    throw new AppError('parent-account')
  }
  const { userId } = caller
  const { confirm, ...given } = changes
  const person = { customerId: userId, familyMemberId: null }
  const event = { type: 'PersonChanged', data: { userId } } as const
  const change = { streamId: streamId('user', userId), event, caller, requestId }
  await recordChange(services, change, async (client) => {
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
      today: istDate(services.now()),
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
        JSON.stringify(formerIdentities(before, profile, services.now())),
      ],
    )
  })
}
