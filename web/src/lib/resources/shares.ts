import type { ShareView } from '@jaanch/contracts/http/shares'
import { type ShareDays, snapshotContentType } from '@jaanch/contracts/shares'
import { mutate } from 'swr'
import { useResource } from '../cache/use-resource'
import { call } from '../http/call'
import type { ResponseAt } from '../http/contract'
import { withCommandKey } from '../idempotency'

const path = '/api/shares'

/** Looks are not pushed, ms */
const refreshMs = 60_000

/** The links of the customer, with who opened them. */
export function useShares() {
  return useResource(path, { refreshMs })
}

/** Whose results can be shared. */
export function useSharePeople() {
  return useResource('/api/health-trends/people')
}

/** What was ever measured of a person. @param person `self`, or the id of a family member; null: nobody is chosen */
export function useShareTrends(person: string | null) {
  return useResource(
    person === null ? null : '/api/health-trends',
    person === null ? {} : { query: { person } },
  )
}

export type ReportToShare = ResponseAt<'GET', '/api/health-reports/:id'>

export function fetchReport(id: string): Promise<ReportToShare> {
  return call('GET', '/api/health-reports/:id', { params: { id } })
}

export function fetchTrend(
  code: string,
  person: string,
): Promise<ResponseAt<'GET', '/api/health-trends/:id'>> {
  return call('GET', '/api/health-trends/:id', { params: { id: code }, query: { person } })
}

export type NewShare = {
  linkId: string
  passcode: string
  label: string
  familyMemberId: string | null
  reports: number
  trends: number
  days: ShareDays
  /** Compact JWE */
  snapshot: string
}

/** Stores what was encrypted; given again after a lost answer it stores it once. */
export async function createShare({ snapshot, ...share }: NewShare): Promise<ShareView> {
  const body = { ...share, files: [{ contentType: snapshotContentType, jwe: snapshot }] }
  const created = await withCommandKey('share', body, (idempotencyKey) =>
    call('POST', path, { body, idempotencyKey }),
  )
  await mutate(path)
  return created
}

export async function endShare(id: string): Promise<void> {
  const ended = await call('POST', '/api/shares/:id/end', { params: { id } })
  await mutate<ShareView[]>(path, (rows) => rows?.map((row) => (row.id === id ? ended : row)), {
    revalidate: false,
  })
}
