import type { PackageView } from '@jaanch/catalogue/packages/api'
import { invalidateMatching } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { ignoreMissing } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'

/** The whole catalogue, paged. */
export function useAllPackages() {
  return usePages('/api/packages', { limit: 500 })
}

export type PackageRequest = OptionsAt<'POST', '/api/packages'>['body']

export async function createPackage(body: PackageRequest): Promise<PackageView> {
  const created = await command('POST', '/api/packages', { body })
  refreshCatalogue()
  return created
}

export async function changePackage(id: string, body: PackageRequest): Promise<PackageView> {
  const changed = await call('PUT', '/api/packages/:id', { params: { id }, body })
  refreshCatalogue()
  return changed
}

export async function removePackage(id: string): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/packages/:id', { params: { id } }))
  refreshCatalogue()
}

/** Invalidates every list of packages and the dashboard totals, which count them (specification, section 7). */
function refreshCatalogue(): void {
  invalidateMatching(/^\/api\/(packages|search|analytics\/dashboard)/)
}
