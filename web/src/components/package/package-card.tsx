import type { PackageView } from '@jaanch/contracts/http/packages'
import { Clock, FlaskConical, MapPin, Star } from 'lucide-react'
import { countText } from '@/lib/format/numbers'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { IconList, IconListItem } from '@/ui/icon-list'
import { Named } from '@/ui/named'
import { nearbyLabsOf, type PackageDefaults, ratingOf, reportTime } from './package-facts'
import { Price } from './price'

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
        <IconListItem>
          <FlaskConical aria-hidden />
          {item.testsIncluded} {item.testsIncluded === 1 ? 'test' : 'tests'} included
        </IconListItem>
        {time !== null && (
          <IconListItem>
            <Clock aria-hidden />
            {time}
          </IconListItem>
        )}
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
          <IconListItem>
            <MapPin aria-hidden />
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
