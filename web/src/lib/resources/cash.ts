import { mutate } from 'swr'
import { liveQuery, useResource } from '../cache/use-resource'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'
import { urlOf } from '../http/url'
import { derivedFrom } from '../live/live-rule'

const path = '/api/lab/cash'
const takings = liveQuery(path, derivedFrom('booking'))

/** What was taken in cash on a day, by who recorded it. @param date IST */
export function useCash(date: string) {
  return useResource(takings, { query: { date } })
}

/** Records what somebody handed in; given again after a lost answer it changes nothing. */
export async function countCash(body: OptionsAt<'POST', typeof path>['body']): Promise<void> {
  try {
    await call('POST', path, { body })
  } finally {
    // also after a conflict: somebody else has counted
    void mutate(urlOf(path, undefined, { date: body.date }))
  }
}
