import type { IntervalView } from '@jaanch/report/intervals/api'
import { mutate } from 'swr'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'

export const intervalsPath = '/api/lab/intervals'

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
