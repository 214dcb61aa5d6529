import type { PackageView } from '@jaanch/contracts/http/packages'
import { Clock, FlaskConical, Pencil, TestTube, Trash2, UtensilsCrossed } from 'lucide-react'
import { fastingText, reportTime, sampleText } from '@/components/package/package-facts'
import { Price } from '@/components/package/price'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { IconList, IconListItem } from '@/ui/icon-list'
import { Named } from '@/ui/named'

type AdminPackageCardProps = { item: PackageView; onEdit: () => void; onDelete: () => void }

export function AdminPackageCard({ item, onEdit, onDelete }: AdminPackageCardProps) {
  const heading = `package-${item.id}`
  return (
    <Card className="h-full [content-visibility:auto] [contain-intrinsic-size:auto_300px]">
      <article aria-labelledby={heading} className="flex h-full flex-col p-5">
        <div className="flex items-start justify-between gap-3">
          <h3 id={heading} className="min-w-0 font-semibold text-base">
            {item.name}
          </h3>
          <span className="flex shrink-0 gap-1.5">
            {item.isPopular && <Badge variant="brand">Popular</Badge>}
            {!item.isActive && <Badge>Inactive</Badge>}
          </span>
        </div>
        <p className="mt-1.5 line-clamp-2 text-ink-soft">{item.description || item.category}</p>
        <IconList className="mt-4 grid grid-cols-2 gap-x-3 gap-y-2">
          <IconListItem>
            <FlaskConical aria-hidden />
            {item.testsIncluded} {item.testsIncluded === 1 ? 'test' : 'tests'} included
          </IconListItem>
          <IconListItem>
            <TestTube aria-hidden />
            {sampleText(item)}
          </IconListItem>
          <IconListItem>
            <Clock aria-hidden />
            {reportTime(item)}
          </IconListItem>
          <IconListItem>
            <UtensilsCrossed aria-hidden />
            {item.fastingRequired ? `Fasting ${fastingText(item, '8')}` : 'No fasting'}
          </IconListItem>
        </IconList>
        <div className="mt-auto pt-5">
          <Price price={item.price} originalPrice={item.originalPrice} />
          <div className="mt-4 grid grid-cols-2 gap-2.5">
            <Button variant="outline" onClick={onEdit}>
              <Pencil aria-hidden />
              <Named of={item.name}>Edit</Named>
            </Button>
            <Button variant="danger" onClick={onDelete}>
              <Trash2 aria-hidden />
              <Named of={item.name}>Delete</Named>
            </Button>
          </div>
        </div>
      </article>
    </Card>
  )
}
