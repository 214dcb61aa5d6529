import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PackageGrid } from '@/components/package/package-grid'
import { CustomerSearch } from '@/components/search/customer-search'
import { selectCity, usePlace } from '@/lib/location/location-store'
import { bookPath, paths } from '@/lib/paths'
import { usePackages } from '@/lib/resources/packages'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

export function BrowseTests() {
  const [search] = useSearchParams()
  const query = search.get('q')?.trim() ?? ''
  const city = search.get('loc')?.trim()
  const { selected } = usePlace()
  const navigate = useNavigate()
  const { rows, loading } = usePackages(query)

  useEffect(() => {
    if (city) selectCity(city)
  }, [city])

  return (
    <div className="grid grid-cols-1 gap-6">
      {/* The key: a search from another page resets the text */}
      <CustomerSearch key={query} initial={query} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-bold text-xl">{query ? 'Search results' : 'Browse Tests'}</h1>
          <p role="status" className="mt-1 text-ink-soft">
            {loading ? 'Searching…' : resultText(rows.length, query, selected)}
          </p>
        </div>
        {query && (
          <ButtonLink to={paths.tests} variant="outline">
            Clear search
          </ButtonLink>
        )}
      </div>
      <h2 className="sr-only">Tests and packages</h2>
      <PackageGrid
        items={rows}
        loading={loading}
        onBook={(item) => navigate(bookPath(item.id))}
        empty={
          <EmptyState
            icon={SearchX}
            title="No tests found"
            action={query && <ButtonLink to={paths.tests}>See all tests</ButtonLink>}
          >
            {query
              ? 'Try another word, or the name of a health concern.'
              : 'Please look in again in a moment.'}
          </EmptyState>
        }
      />
    </div>
  )
}

function resultText(count: number, query: string, city: string | null): string {
  const found = `${count} ${count === 1 ? 'test or package' : 'tests and packages'}`
  return [found, query && `for “${query}”`, city && `near ${city}`].filter(Boolean).join(' ')
}
