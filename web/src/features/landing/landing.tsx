import type { PackageView } from '@jaanch/contracts/http/packages'
import { PackageSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PackageGrid } from '@/components/package/package-grid'
import { usePopularPackages } from '@/lib/api/packages'
import { bookPath, loginPath } from '@/lib/paths'
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
import { useLateText } from './use-late-text'

/** Two rows on a large screen */
const first = 6

export function Landing() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const asked = useSearchParams()[0].get('q')
  // Enter before the scripts were there led here; not in the first render, which is that of the built page
  useEffect(() => {
    if (asked) setText((typed) => typed || asked.slice(0, 100))
  }, [asked])
  const [sought, searchNow] = useLateText(text)
  /** Counts the searches that were asked for by Enter: each brings its results into view */
  const [jump, setJump] = useState(0)
  const [all, setAll] = useState(false)
  const popular = usePopularPackages()
  const book = (item: PackageView) => navigate(loginPath(bookPath(item.id)))

  function search() {
    searchNow()
    setJump(jump + 1)
  }

  return (
    <>
      <SkipLink />
      <LandingHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero text={text} onText={setText} onSearch={search} />
        {sought && <SearchResults text={sought} jump={jump} onClear={() => setText('')} onBook={book} />}
        <Section id="packages" title="Popular Packages" note="A good place to begin.">
          <PackageGrid
            items={all ? popular.rows : popular.rows.slice(0, first)}
            loading={popular.loading}
            onBook={book}
            empty={<EmptyState icon={PackageSearch} title="No packages available at the moment" />}
          />
          {!all && popular.rows.length > first && (
            <div className="mt-7 flex justify-center">
              <Button variant="outline" size="lg" onClick={() => setAll(true)}>
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
