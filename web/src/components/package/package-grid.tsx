import type { PackageView } from '@jaanch/contracts/http/packages'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { cn } from '@/lib/class-names'
import { lazyDialog } from '@/ui/lazy-part'
import { SkeletonList } from '@/ui/skeleton'
import { PackageCard } from './package-card'
import { usePackageDefaults } from './package-facts'

const PackageDetails = lazyDialog(async () => (await import('./package-details')).PackageDetails)

type PackageGridProps = {
  items: readonly PackageView[]
  loading: boolean
  empty: ReactNode
  onBook: (item: PackageView) => void
  skeletons?: number
  className?: string
}

/** What is far below the screen is laid out and painted when it comes near. */
const offScreen =
  '[contain-intrinsic-size:auto_19rem] [content-visibility:auto] [overflow-clip-margin:1.5rem]'
const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export function PackageGrid({ items, loading, empty, onBook, skeletons = 6, className }: PackageGridProps) {
  const [detailed, setDetailed] = useState<PackageView | null>(null)
  if (loading)
    return <SkeletonList count={skeletons} className={cn(grid, className)} itemClassName="h-[19rem]" />
  if (items.length === 0) return empty
  return (
    <>
      <Cards
        items={items}
        first={skeletons}
        className={cn(grid, className)}
        onDetails={setDetailed}
        onBook={onBook}
      />
      {detailed && (
        <PackageDetails
          item={detailed}
          onClose={() => setDetailed(null)}
          onBook={() => {
            setDetailed(null)
            onBook(detailed)
          }}
        />
      )}
    </>
  )
}

type CardsProps = Pick<PackageGridProps, 'items' | 'onBook'> & {
  /** Number of cards that show at once, in place of the skeletons */
  first: number
  className: string
  onDetails: (item: PackageView) => void
}

/** The other cards of the catalogue (104) render in a second step. */
function Cards({ items, first, className, onDetails, onBook }: CardsProps) {
  const defaults = usePackageDefaults()
  const shown = useDeferredValue(items, items.slice(0, first))
  return (
    <ul className={className}>
      {shown.map((item, place) => (
        <li key={item.id} className={cn('min-w-0', place >= 9 && offScreen)}>
          <PackageCard
            item={item}
            defaults={defaults}
            onDetails={() => onDetails(item)}
            onBook={() => onBook(item)}
          />
        </li>
      ))}
    </ul>
  )
}
