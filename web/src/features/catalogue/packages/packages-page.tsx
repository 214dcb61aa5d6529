import type { PackageView } from '@jaanch/catalogue/packages/api'
import {
  CircleCheck,
  Clock,
  FlaskConical,
  Package,
  PackagePlus,
  Pencil,
  Star,
  TestTube,
  Trash2,
  UtensilsCrossed,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { StatRow } from '@/components/stat-row'
import { useCommand } from '@/components/use-command'
import {
  fastingText,
  type PackageDefaults,
  reportTime,
  sampleText,
  usePackageDefaults,
} from '@/features/catalogue/package/package-facts'
import { Price } from '@/features/catalogue/package/price'
import { useAddressState } from '@/lib/address-state'
import { countText } from '@/lib/format/numbers'
import { paths } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink, OutlineLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { IconList, IconListItem } from '@/ui/icon-list'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { TypedSearchInput } from '@/ui/search-input'
import { SkeletonList } from '@/ui/skeleton'
import { removePackage, useAllPackages } from './calls'
import { cardTexts, deleteTexts, pageTexts } from './texts'

// The form weighs more than the rest of the page
const PackageDialog = lazyDialog(async () => (await import('./package-dialog')).PackageDialog)

const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3'

const noFilter = { q: '', new: '' }

export function PackagesPage() {
  const { rows, loading, more, hasMore } = useAllPackages()
  const defaults = usePackageDefaults()
  const [{ q, new: isNew }, show] = useAddressState(noFilter)
  const mayChange = useMay('manager')
  const [editing, setEditing] = useState<PackageView | 'new' | null>(isNew && mayChange ? 'new' : null)
  const [deleting, setDeleting] = useState<PackageView | null>(null)
  const query = q.trim().toLowerCase()
  const shown = rows.filter(({ name, category }) => `${name} ${category}`.toLowerCase().includes(query))

  // The counts need the whole catalogue: load all pages.
  useEffect(() => {
    if (hasMore) more()
  }, [hasMore, more])

  function closeDialog() {
    setEditing(null)
    if (isNew) show({ new: '' }, 'replace')
  }

  return (
    <>
      <PageHeading {...pageTexts.heading}>
        {mayChange && (
          <div className="flex flex-wrap gap-2.5">
            <OutlineLink to={paths.adminPrices}>{pageTexts.prices}</OutlineLink>
            <OutlineLink to={paths.adminCatalogue}>{pageTexts.catalogue}</OutlineLink>
            <Button icon={PackagePlus} onClick={() => setEditing('new')}>
              {pageTexts.add}
            </Button>
          </div>
        )}
      </PageHeading>
      <Counts packages={loading ? undefined : rows} />
      <search className="mt-6 mb-4 block">
        <TypedSearchInput
          aria-label={pageTexts.search}
          placeholder={pageTexts.searchExample}
          value={q}
          onText={(text) => show({ q: text }, 'replace')}
        />
      </search>
      {loading && <SkeletonList count={6} className={gridClass} itemClassName="h-72" />}
      {!loading && shown.length === 0 && (
        <EmptyState
          icon={Package}
          title={rows.length === 0 ? pageTexts.noneAtAll : pageTexts.none}
          action={
            rows.length === 0 && mayChange ? (
              <div className="flex flex-wrap justify-center gap-2.5">
                <ButtonLink to={paths.adminCatalogue}>{pageTexts.fillCatalogue}</ButtonLink>
                <Button variant="outline" onClick={() => setEditing('new')}>
                  {pageTexts.addFirst}
                </Button>
              </div>
            ) : (
              <Button variant="outline" onClick={() => show({ q: '' })}>
                {pageTexts.clear}
              </Button>
            )
          }
        />
      )}
      <ul aria-label={pageTexts.heading.title} className={gridClass}>
        {shown.map((item) => (
          <li key={item.id} className="min-w-0">
            <AdminPackageCard
              item={item}
              defaults={defaults}
              onEdit={() => setEditing(item)}
              onDelete={() => setDeleting(item)}
            />
          </li>
        ))}
      </ul>
      {editing && <PackageDialog item={editing === 'new' ? null : editing} onClose={closeDialog} />}
      {deleting && <DeletePackage item={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

function Counts({ packages }: { packages: readonly PackageView[] | undefined }) {
  const count = (predicate: (item: PackageView) => boolean) => countText(packages?.filter(predicate).length)
  return (
    <StatRow
      stats={[
        { name: pageTexts.total, value: count(() => true), icon: Package },
        { name: pageTexts.active, value: count(({ isActive }) => isActive), icon: CircleCheck },
        { name: pageTexts.popular, value: count(({ isPopular }) => isPopular), icon: Star },
      ]}
    />
  )
}

type AdminPackageCardProps = {
  item: PackageView
  defaults: PackageDefaults
  onEdit: () => void
  onDelete: () => void
}

function AdminPackageCard({ item, defaults, onEdit, onDelete }: AdminPackageCardProps) {
  const heading = `package-${item.id}`
  const mayChange = useMay('manager')
  const time = reportTime(item, defaults)
  return (
    <Card className="h-full [content-visibility:auto] [contain-intrinsic-size:auto_300px]">
      <article aria-labelledby={heading} className="flex h-full flex-col p-5">
        <div className="flex items-start justify-between gap-3">
          <h3 id={heading} className="min-w-0 font-semibold text-base">
            {item.name}
          </h3>
          <span className="flex shrink-0 gap-1.5">
            {item.isPopular && <Badge variant="brand">{cardTexts.popular}</Badge>}
            {!item.isActive && <Badge>{cardTexts.inactive}</Badge>}
          </span>
        </div>
        <p className="mt-1.5 line-clamp-2 text-ink-soft">{item.description || item.category}</p>
        <IconList className="mt-4 grid grid-cols-2 gap-x-3 gap-y-2">
          <IconListItem icon={FlaskConical}>{cardTexts.tests(item.testsIncluded)}</IconListItem>
          <IconListItem icon={TestTube}>{sampleText(item)}</IconListItem>
          {time !== null && <IconListItem icon={Clock}>{time}</IconListItem>}
          <IconListItem icon={UtensilsCrossed}>
            {item.fastingRequired ? cardTexts.fasting(fastingText(item, '8')) : cardTexts.noFasting}
          </IconListItem>
        </IconList>
        <div className="mt-auto pt-5">
          <Price price={item.cataloguePrice ?? item.price} originalPrice={item.originalPrice} />
          {mayChange && (
            <div className="mt-4 grid grid-cols-2 gap-2.5">
              <Button icon={Pencil} variant="outline" onClick={onEdit}>
                <Named of={item.name}>{cardTexts.edit}</Named>
              </Button>
              <Button icon={Trash2} variant="danger" onClick={onDelete}>
                <Named of={item.name}>{cardTexts.delete}</Named>
              </Button>
            </div>
          )}
        </div>
      </article>
    </Card>
  )
}

function DeletePackage({ item, onClose }: { item: PackageView; onClose: () => void }) {
  const { run } = useCommand({
    send: () => removePackage(item.id),
    succeeded: [deleteTexts.succeeded, item.name],
    failed: deleteTexts.failed,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...deleteTexts.question(item.name)}
      onConfirm={run}
    />
  )
}
