import type { PackageView } from '@jaanch/contracts/http/packages'
import { invalidateMatching } from '../cache/live-cache'
import { usePages } from '../cache/use-pages'
import { useList, useResource } from '../cache/use-resource'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'

export function usePopularPackages() {
  return useList('/api/packages/popular')
}

export function usePackage(id: string) {
  return useResource('/api/packages/:id', { params: { id } })
}

/** The active packages that match a text; all of them for an empty text. */
export function usePackages(text: string) {
  const q = text.trim()
  const all = useList(q ? null : '/api/packages')
  const found = useList(q ? '/api/search' : null, { query: { q } })
  return q ? found : all
}

/** The whole catalogue, paged. */
export function useAllPackages() {
  return usePages('/api/packages', { limit: 500 })
}

/** Search results; no request for an empty text. */
export function useSearch(text: string) {
  const q = text.trim()
  return useList(q ? '/api/search' : null, { query: { q } })
}

export type PackageRequest = OptionsAt<'POST', '/api/packages'>['body']

export async function createPackage(body: PackageRequest, idempotencyKey: string): Promise<PackageView> {
  const created = await call('POST', '/api/packages', { body, idempotencyKey })
  refreshCatalogue()
  return created
}

export async function changePackage(id: string, body: PackageRequest): Promise<PackageView> {
  const changed = await call('PUT', '/api/packages/:id', { params: { id }, body })
  refreshCatalogue()
  return changed
}

export async function removePackage(id: string): Promise<void> {
  await call('DELETE', '/api/packages/:id', { params: { id } })
  refreshCatalogue()
}

/** Invalidates every list of packages and the dashboard totals, which count them (specification, section 7). */
function refreshCatalogue(): void {
  invalidateMatching(/^\/api\/(packages|search|analytics\/dashboard)/)
}
