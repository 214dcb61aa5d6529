import type { PackageView } from '@jaanch/contracts/http/packages'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { cn } from '@/lib/class-names'
import { SkeletonList } from '@/ui/skeleton'
import { PackageCard } from './package-card'

const PackageDetails = lazy(async () => ({ default: (await import('./package-details')).PackageDetails }))

type PackageGridProps = {
  items: readonly PackageView[]
  loading: boolean
  empty: ReactNode
  onBook: (item: PackageView) => void
  skeletons?: number
  className?: string
}

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export function PackageGrid({ items, loading, empty, onBook, skeletons = 6, className }: PackageGridProps) {
  const [detailed, setDetailed] = useState<PackageView | null>(null)
  if (loading) return <SkeletonList count={skeletons} className={cn(grid, className)} item="h-[19rem]" />
  if (items.length === 0) return empty
  return (
    <>
      <ul className={cn(grid, className)}>
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <PackageCard item={item} onDetails={() => setDetailed(item)} onBook={() => onBook(item)} />
          </li>
        ))}
      </ul>
      {detailed && (
        <Suspense>
          <PackageDetails
            item={detailed}
            onClose={() => setDetailed(null)}
            onBook={() => {
              setDetailed(null)
              onBook(detailed)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
