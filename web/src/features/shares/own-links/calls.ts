import type { BodyInput } from '@jaanch/contracts/http/route'
import type { ShareView, shareCalls } from '@jaanch/shares/api'
import { mutate } from 'swr'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { ResponseAt } from '@/lib/http/contract'
import { download } from '@/lib/http/download'
import { withCommandKey } from '@/lib/idempotency'

const path = '/api/shares'

/** The looks of viewers are not pushed: they are fetched again after so long, ms */
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

export type NewShare = BodyInput<typeof shareCalls.createShare>

/** Stores encrypted files. Repeated after a lost answer, it stores them once. */
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
