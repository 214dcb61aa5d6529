import type { LabPersonView } from '@jaanch/account/lab-staff/api'
import type { LabProfile } from '@jaanch/account/labs/api'
import type { IntervalsOfParameter, IntervalView } from '@jaanch/report/intervals/api'
import { mutate } from 'swr'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { ignoreMissing } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { command } from '@/lib/idempotency'
import { derivedFrom } from '@/lib/live/live-rule'

const profilePath = '/api/lab/profile'

/** The profile of the owner's lab. */
export function useLabProfile() {
  return useResource(profilePath)
}

/** Call the session's `recheck` to show the name. */
export async function changeLabProfile(
  body: OptionsAt<'PUT', typeof profilePath>['body'],
): Promise<LabProfile> {
  const profile = await call('PUT', profilePath, { body })
  await mutate(profilePath, profile, { revalidate: false })
  return profile
}

const staffPath = '/api/lab/staff'

/** Sessions begin and end without a push, ms */
const refreshMs = 60_000

/** The people of the owner's lab. */
export function useLabStaff() {
  return useResource(staffPath, { refreshMs })
}

/** Invites a person, who is in the list then. */
export async function invitePerson(
  body: OptionsAt<'POST', typeof staffPath>['body'],
): Promise<LabPersonView> {
  const person = await command('POST', staffPath, { body })
  await mutate(staffPath)
  return person
}

/** Sends the invitation again: the link of the mail before ends. */
export function invitePersonAgain(id: string): Promise<LabPersonView> {
  return call('POST', '/api/lab/staff/:id/invitation', { params: { id } })
}

/** Changes a person's role, ends their access or gives it again; each signs them out everywhere. */
export async function changePerson(
  id: string,
  body: OptionsAt<'PUT', '/api/lab/staff/:id'>['body'],
): Promise<LabPersonView> {
  const person = await call('PUT', '/api/lab/staff/:id', { params: { id }, body })
  await mutate(staffPath)
  return person
}

/** Ends a session of a person. One that has ended already counts as ended. */
export async function endPersonSession(id: string): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/lab/staff/sessions/:id', { params: { id } }))
  await mutate(staffPath)
}

const intervalsPath = '/api/lab/intervals'

/** The parameters of the catalogue with its intervals and the lab's own. */
export function useLabIntervals() {
  return useResource(intervalsPath)
}

/** Adds an interval of the lab, which is in the list then. */
export async function addInterval(
  body: OptionsAt<'POST', typeof intervalsPath>['body'],
): Promise<IntervalView> {
  const added = await command('POST', intervalsPath, { body })
  await mutate(intervalsPath)
  return added
}

/** Takes an inactive row of the catalogue as an interval of the lab. Twice is the same as once. */
export async function acceptInterval(id: string): Promise<IntervalView> {
  const accepted = await call('POST', '/api/lab/intervals/:id/accept', { params: { id } })
  await mutate(intervalsPath)
  return accepted
}

/** @param validTo IST date of the first collection to which the interval does not apply any more */
export async function endInterval(id: string, validTo: string): Promise<IntervalView> {
  const ended = await call('POST', '/api/lab/intervals/:id/end', { params: { id }, body: { validTo } })
  await mutate(intervalsPath)
  return ended
}

export type { IntervalsOfParameter, IntervalView }

const cashPath = '/api/lab/cash'
const takings = liveQuery(cashPath, derivedFrom('booking'))

/** What was taken in cash on a day, by who recorded it. @param date IST */
export function useCash(date: string) {
  return useResource(takings, { query: { date } })
}

/** Records what somebody handed in; given again after a lost answer it changes nothing. */
export async function countCash(body: OptionsAt<'POST', typeof cashPath>['body']): Promise<void> {
  try {
    await call('POST', cashPath, { body })
  } finally {
    // also after a conflict: somebody else has counted
    void mutate(urlOf(cashPath, undefined, { date: body.date }))
  }
}
