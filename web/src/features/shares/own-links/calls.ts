import type { ShareView } from '@jaanch/shares/api'
import type { ShareDays, shareContentTypes } from '@jaanch/shares/rules'
import { mutate } from 'swr'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { ResponseAt } from '@/lib/http/contract'
import { download } from '@/lib/http/download'
import { withCommandKey } from '@/lib/idempotency'

const path = '/api/shares'

/** Looks are not pushed, ms */
const refreshMs = 60_000

/** The links of the customer, with who opened them. */
export function useShares() {
  return useResource(path, { refreshMs })
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

/** A report as a FHIR document */
export async function fetchFhir(id: string): Promise<unknown> {
  const file = await download(`/api/health-reports/${encodeURIComponent(id)}/fhir`)
  return JSON.parse(await file.text())
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
  files: { contentType: (typeof shareContentTypes)[number]; jwe: string }[]
}

/** Stores what was encrypted; given again after a lost answer it stores it once. */
export async function createShare(body: NewShare): Promise<ShareView> {
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
