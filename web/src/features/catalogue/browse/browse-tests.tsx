import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { selectCity, usePlace } from '@/features/catalogue/location/location-store'
import { PackageGrid } from '@/features/catalogue/package/package-grid'
import { usePackages } from '@/features/catalogue/packages-calls'
import { CustomerSearch } from '@/features/catalogue/search/customer-search'
import { useIsReachable } from '@/lib/http/network'
import { bookPath, paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

const texts = {
  title: 'Browse Tests',
  results: 'Search results',
  searching: 'Searching…',
  offline: 'Without a network nothing can be searched.',
  clear: 'Clear search',
  list: 'Tests and packages',
  none: 'No tests found',
  seeAll: 'See all tests',
  noneForSearch: 'Try another word, or the name of a health concern.',
  noneAtAll: 'Please look in again in a moment.',
  found(count: number, query: string, city: string | null) {
    const found = `${count} ${count === 1 ? 'test or package' : 'tests and packages'}`
    return [found, query && `for “${query}”`, city && `near ${city}`].filter(Boolean).join(' ')
  },
}

export function BrowseTests() {
  const [search] = useSearchParams()
  const query = search.get('q')?.trim() ?? ''
  const city = search.get('loc')?.trim()
  const { selected } = usePlace()
  const navigate = useNavigate()
  const { rows, loading } = usePackages(query)
  const isReachable = useIsReachable()

  useEffect(() => {
    if (city) selectCity(city)
  }, [city])

  return (
    <div className="grid grid-cols-1 gap-6">
      {/* The key: a search from another page resets the text */}
      <CustomerSearch key={query} initial={query} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-bold text-xl">{query ? texts.results : texts.title}</h1>
          <p role="status" className="mt-1 text-ink-soft">
            {loading
              ? texts.searching
              : rows.length === 0 && !isReachable
                ? texts.offline
                : texts.found(rows.length, query, selected)}
          </p>
        </div>
        {query && (
          <ButtonLink to={paths.tests} variant="outline">
            {texts.clear}
          </ButtonLink>
        )}
      </div>
      <h2 className="sr-only">{texts.list}</h2>
      <PackageGrid
        items={rows}
        loading={loading}
        onBook={(item) => navigate(bookPath(item.id))}
        empty={
          <EmptyState
            icon={SearchX}
            title={texts.none}
            action={query && <ButtonLink to={paths.tests}>{texts.seeAll}</ButtonLink>}
            text={query ? texts.noneForSearch : texts.noneAtAll}
          />
        }
      />
    </div>
  )
}
