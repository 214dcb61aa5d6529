import type { IntervalsOfParameter, IntervalView } from '@jaanch/contracts/http/lab-intervals'
import { mutate } from 'swr'
import { useResource } from '../cache/use-resource'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'
import { command } from '../idempotency'

const path = '/api/lab/intervals'

/** The parameters of the catalogue with its intervals and the lab's own. */
export function useLabIntervals() {
  return useResource(path)
}

/** Adds an interval of the lab, which is in the list then. */
export async function addInterval(body: OptionsAt<'POST', typeof path>['body']): Promise<IntervalView> {
  const added = await command('POST', path, { body })
  await mutate(path)
  return added
}

/** Takes an inactive row of the catalogue as an interval of the lab. Twice is the same as once. */
export async function acceptInterval(id: string): Promise<IntervalView> {
  const accepted = await call('POST', '/api/lab/intervals/:id/accept', { params: { id } })
  await mutate(path)
  return accepted
}

/** @param validTo IST date of the first collection to which the interval does not apply any more */
export async function endInterval(id: string, validTo: string): Promise<IntervalView> {
  const ended = await call('POST', '/api/lab/intervals/:id/end', { params: { id }, body: { validTo } })
  await mutate(path)
  return ended
}

export type { IntervalsOfParameter, IntervalView }
