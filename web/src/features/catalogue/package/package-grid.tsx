import type { PackageView } from '@jaanch/catalogue/packages/api'
import { Clock, FlaskConical, MapPin, Star } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { IconList, IconListItem } from '@/ui/icon-list'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { SkeletonList } from '@/ui/skeleton'
import { nearbyLabsOf, type PackageDefaults, ratingOf, reportTime, usePackageDefaults } from './package-facts'
import { Price } from './price'

const PackageDetails = lazyDialog(async () => (await import('./package-details')).PackageDetails)

type PackageGridProps = {
  items: readonly PackageView[]
  loading: boolean
  empty: ReactNode
  onBook: (item: PackageView) => void
  skeletons?: number
  className?: string
}

/** Cards far below the screen are laid out and painted when they come near. */
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

type PackageCardProps = {
  item: PackageView
  defaults: PackageDefaults
  onDetails: () => void
  onBook: () => void
}

export function PackageCard({ item, defaults, onDetails, onBook }: PackageCardProps) {
  const labs = nearbyLabsOf(item, defaults)
  const rating = ratingOf(item, defaults)
  const time = reportTime(item, defaults)
  return (
    <article className="flex h-full flex-col rounded-xl border bg-surface p-5 shadow-card">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 font-semibold text-base">{item.name}</h3>
        {item.isPopular && <Badge variant="brand">Popular</Badge>}
      </div>
      <p className="mt-1.5 line-clamp-2 text-ink-soft">{item.description}</p>
      <IconList className="mt-4 grid grid-cols-2 gap-x-3 gap-y-2">
        <IconListItem icon={FlaskConical}>
          {item.testsIncluded} {item.testsIncluded === 1 ? 'test' : 'tests'} included
        </IconListItem>
        {time !== null && <IconListItem icon={Clock}>{time}</IconListItem>}
        {rating !== null && (
          <IconListItem>
            <Star className="fill-accent text-accent!" aria-hidden />
            <span className="sr-only">Rating </span>
            {rating}
            {item.reviewCount !== undefined && (
              <span>
                ({countText(item.reviewCount)}
                <span className="sr-only"> reviews</span>)
              </span>
            )}
          </IconListItem>
        )}
        {labs !== null && (
          <IconListItem icon={MapPin}>
            {labs} nearby {labs === 1 ? 'lab' : 'labs'}
          </IconListItem>
        )}
      </IconList>
      <div className="mt-auto pt-5">
        <Price price={item.price} originalPrice={item.originalPrice} />
        <div className="mt-4 grid grid-cols-2 gap-2.5">
          <Button variant="outline" className="px-2" onClick={onDetails}>
            <Named of={`of ${item.name}`}>View Details</Named>
          </Button>
          <Button className="px-2" onClick={onBook}>
            <span>
              Book Now<span className="sr-only">: {item.name}</span>
            </span>
          </Button>
        </div>
      </div>
    </article>
  )
}
