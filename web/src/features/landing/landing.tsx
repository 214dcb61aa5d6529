import type { PackageView } from '@jaanch/contracts/http/packages'
import { PackageSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PackageGrid } from '@/components/package/package-grid'
import { bookPath, loginPath } from '@/lib/paths'
import { usePopularPackages } from '@/lib/resources/packages'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { SkipLink } from '@/ui/skip-link'
import { FamilyStory } from './family-story'
import { Footer } from './footer'
import { Hero } from './hero'
import { HowItWorks } from './how-it-works'
import { LandingHeader } from './landing-header'
import { SearchResults } from './search-results'
import { Section } from './section'
import { Trust } from './trust'

/** Two rows on a large screen */
const initialCount = 6

export function Landing() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const urlQuery = useSearchParams()[0].get('q')
  // Enter before the scripts had loaded submitted the form to this address. An effect: the first render must equal the
  // prerendered page.
  useEffect(() => {
    if (urlQuery) setText((typed) => typed || urlQuery.slice(0, 100))
  }, [urlQuery])
  const [query, flushQuery] = useDebouncedQuery(text)
  /** Number of searches submitted with Enter: each scrolls to the results */
  const [submitCount, setSubmitCount] = useState(0)
  const [showAll, setShowAll] = useState(false)
  const popular = usePopularPackages()
  const book = (item: PackageView) => navigate(loginPath(bookPath(item.id)))

  function search() {
    flushQuery()
    setSubmitCount(submitCount + 1)
  }

  return (
    <>
      <SkipLink />
      <LandingHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero text={text} onText={setText} onSearch={search} />
        {query && (
          <SearchResults text={query} scrollRequest={submitCount} onClear={() => setText('')} onBook={book} />
        )}
        <Section id="packages" title="Popular Packages" description="A good place to begin.">
          <PackageGrid
            items={showAll ? popular.rows : popular.rows.slice(0, initialCount)}
            loading={popular.loading}
            onBook={book}
            empty={<EmptyState icon={PackageSearch} title="No packages available at the moment" />}
          />
          {!showAll && popular.rows.length > initialCount && (
            <div className="mt-7 flex justify-center">
              <Button variant="outline" size="lg" onClick={() => setShowAll(true)}>
                Show all {popular.rows.length}
              </Button>
            </div>
          )}
        </Section>
        <HowItWorks />
        <Trust />
        <FamilyStory />
      </main>
      <Footer />
    </>
  )
}

/** @returns the trimmed text once it has not changed for 250 ms (at once when it is cleared), and a function to skip the wait */
function useDebouncedQuery(text: string): [query: string, flush: () => void] {
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), text.trim() ? 250 : 0)
    return () => clearTimeout(timer)
  }, [text])
  return [query, () => setQuery(text.trim())]
}
