import type { PackageView } from '@jaanch/catalogue/packages/api'
import { mutate, SWRConfig } from 'swr'
import { useList, useResource } from '@/lib/cache/use-resource'
import { hasCode } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { urlOf } from '@/lib/http/url'
import { useLikelyCity } from './location/location-store'

/**
 * The query of the calls for packages: the city, in which nearby labs are counted. Before it is known, the calls are those that
 * the page preloads; if it is another one than the last time, the packages stay in view until the answer for it is there.
 */
function useCityQuery(): { city: string | undefined } {
  return { city: useLikelyCity() }
}

export function usePopularPackages() {
  return useList('/api/packages/popular', { query: useCityQuery(), keepsPrevious: true })
}

export function usePackage(id: string) {
  return useResource('/api/packages/:id', { params: { id } })
}

/** A package with its details, from the cache if it is there. @returns null if it is not on offer */
export async function loadPackage(id: string): Promise<PackageView | null> {
  const key = urlOf('/api/packages/:id', { id })
  const cached: PackageView | undefined = SWRConfig.defaultValue.cache.get(key)?.data
  if (cached) return cached
  try {
    const loaded = await call('GET', '/api/packages/:id', { params: { id } })
    await mutate(key, loaded, { revalidate: false })
    return loaded
  } catch (error) {
    if (hasCode(error, 'not-found')) return null
    throw error
  }
}

/**
 * Fetches packages again, after the server named another price or refused one. One that is not on offer any more is gone; what fails
 * for another reason stays as it is.
 */
export async function refreshPackages(ids: readonly string[]): Promise<void> {
  await Promise.allSettled(
    ids.map(async (id) => {
      const key = urlOf('/api/packages/:id', { id })
      try {
        const loaded = await call('GET', '/api/packages/:id', { params: { id } })
        await mutate(key, loaded, { revalidate: false })
      } catch (error) {
        // fetched once more if a page shows it, for its error
        if (hasCode(error, 'not-found')) await mutate(key, undefined)
      }
    }),
  )
  // those of several are made of the single ones
  await mutate((key) => typeof key === 'string' && key.startsWith('packages '))
}

/** The active packages that match a text; all of them for an empty text. */
export function usePackages(text: string) {
  const q = text.trim()
  const city = useCityQuery()
  const all = useList(q ? null : '/api/packages', { query: city, keepsPrevious: true })
  const found = useList(q ? '/api/search' : null, { query: { q, ...city } })
  return q ? found : all
}

/** Search results; no request for an empty text. */
export function useSearch(text: string) {
  const q = text.trim()
  const city = useCityQuery()
  return useList(q ? '/api/search' : null, { query: { q, ...city } })
}

/** The searches of a page that find something, and conditions that tests of this catalogue are for. */
export function useSuggestions() {
  const { data, loading } = useResource('/api/search/suggestions')
  return {
    loading,
    conditions: data?.conditions.map(({ name }) => name) ?? [],
    /** One of the fixed searches; true while the catalogue is not known or has no tests yet */
    leadsSomewhere: (search: string) => !data || data.packages === 0 || data.found.includes(search),
  }
}

/** The parameters that several tests share; undefined for one, and while that is not known. */
export function useOverlaps(ids: readonly string[]) {
  const query = { packageIds: ids.join(',') }
  return useResource(ids.length > 1 ? '/api/packages/overlaps' : null, { query }).data
}
