import type { CriticalCallState, CriticalCallView } from '@jaanch/report/critical/api'
import { mutate } from 'swr'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'
import { derivedFrom } from '@/lib/live/live-rule'

const path = '/api/critical-calls'
const countPath = '/api/critical-calls/count'

// each change of a call is an event of its booking
const calls = liveQuery(path, derivedFrom('booking'))
const count = liveQuery(countPath, derivedFrom('booking'))

/** Calls about critical values, the newest first. */
export function useCriticalCalls(state: CriticalCallState) {
  return usePages(calls, { state, limit: 50 })
}

/** @returns 0 for whom the server shows no calls */
export function useOpenCriticalCalls(): number {
  const { data } = useResource(count, { on401: 'empty' })
  return data?.open ?? 0
}

const attempts = '/api/critical-calls/:id/attempts'

/** Records a call, or a try; given again after a lost answer, it is recorded once. */
export async function recordCriticalCall(
  id: string,
  body: OptionsAt<'POST', typeof attempts>['body'],
): Promise<CriticalCallView> {
  try {
    return await command('POST', attempts, { params: { id }, body })
  } finally {
    // also after a refusal: somebody else has closed it
    void mutate((key) => typeof key === 'string' && key.startsWith(path))
  }
}
