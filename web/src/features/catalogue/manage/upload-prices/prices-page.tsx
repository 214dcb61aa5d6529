import { Suspense } from 'react'
import { lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { matchPriceList, savePrices } from '../calls'
import { FilePage } from '../file-page'
import { uploadTexts } from './texts'

// its selects weigh more than the rest of the page
const PriceMatching = lazyPart(async () => (await import('./price-matching')).PriceMatching, 'min-h-60')

/** Managers set many prices at once, from a list of names and prices. */
export function UploadPricesPage() {
  return (
    <FilePage texts={uploadTexts} look={matchPriceList} apply={savePrices}>
      {(matches, _, { busy, isOutdated, onApply }) => (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <PriceMatching matches={matches} busy={busy} isOutdated={isOutdated} onSave={onApply} />
        </Suspense>
      )}
    </FilePage>
  )
}
