import type { PackageView } from '@jaanch/contracts/http/packages'
import { SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { PackageGrid } from '@/components/package/package-grid'
import { useSearch } from '@/lib/resources/packages'
import { useIsReachable } from '@/lib/use-is-reachable'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { results as texts } from './texts'

type SearchResultsProps = {
  text: string
  /** A change of this number scrolls the results into view */
  scrollRequest: number
  onClear: () => void
  onBook: (item: PackageView) => void
}

export function SearchResults({ text, scrollRequest, onClear, onBook }: SearchResultsProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (scrollRequest > 0) section.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [scrollRequest])
  const { rows, loading } = useSearch(text)
  const isReachable = useIsReachable()
  return (
    <section ref={section} aria-labelledby="results-title" className="border-b bg-brand-soft/50 py-10">
      <div className="mx-auto max-w-[1200px] px-4 sm:px-6">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <h2 id="results-title" className="font-bold text-xl">
              {texts.title}
            </h2>
            <p role="status" className="text-ink-soft">
              {loading
                ? texts.searching
                : rows.length === 0 && !isReachable
                  ? texts.offline
                  : texts.found(rows.length, text)}
            </p>
          </div>
          <Button variant="outline" onClick={onClear}>
            {texts.clear}
          </Button>
        </div>
        <PackageGrid
          items={rows}
          loading={loading}
          skeletons={3}
          onBook={onBook}
          empty={
            <EmptyState icon={SearchX} title={texts.none}>
              {texts.noneText}
            </EmptyState>
          }
        />
      </div>
    </section>
  )
}
