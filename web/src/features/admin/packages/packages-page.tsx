import type { PackageView } from '@jaanch/contracts/http/packages'
import { CircleCheck, Package, PackagePlus, Search, Star } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { StatRow } from '@/components/stats/stat-card'
import { useAllPackages } from '@/lib/api/packages'
import { countText } from '@/lib/format/count'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { AdminPackageCard } from './admin-package-card'
import { DeletePackage } from './delete-package'

// Its form weighs more than the rest of the page
const PackageDialog = lazy(async () => ({ default: (await import('./package-dialog')).PackageDialog }))

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3'

export function PackagesPage() {
  useTitle('Packages')
  const { rows, loading, more, hasMore } = useAllPackages()
  const [search, setSearch] = useSearchParams()
  const [editing, setEditing] = useState<PackageView | 'new' | null>(search.has('new') ? 'new' : null)
  const [deleting, setDeleting] = useState<PackageView | null>(null)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const shown = rows.filter(({ name, category }) => `${name} ${category}`.toLowerCase().includes(wanted))

  // The counts are of the whole catalogue: it is fetched to its end
  useEffect(() => {
    if (hasMore) more()
  }, [hasMore, more])

  function closeDialog() {
    setEditing(null)
    if (search.has('new')) setSearch({}, { replace: true })
  }

  return (
    <>
      <PageHeading title="Packages" description="The tests and packages on offer.">
        <Button onClick={() => setEditing('new')}>
          <PackagePlus aria-hidden />
          Add Package
        </Button>
      </PageHeading>
      <Counts packages={loading ? undefined : rows} />
      <search className="relative mt-6 mb-4 block">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-soft"
          aria-hidden
        />
        <Input
          type="search"
          aria-label="Search packages"
          placeholder="Search by name or category"
          className="pl-10"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </search>
      {loading && <SkeletonList count={6} className={grid} itemClassName="h-72" />}
      {!loading && shown.length === 0 && (
        <EmptyState
          icon={Package}
          title={rows.length === 0 ? 'No packages available at the moment' : 'No tests found'}
          action={
            rows.length === 0 ? (
              <Button onClick={() => setEditing('new')}>Add the first one</Button>
            ) : (
              <Button variant="outline" onClick={() => setText('')}>
                Clear search
              </Button>
            )
          }
        />
      )}
      <ul aria-label="Packages" className={grid}>
        {shown.map((item) => (
          <li key={item.id} className="min-w-0">
            <AdminPackageCard
              item={item}
              onEdit={() => setEditing(item)}
              onDelete={() => setDeleting(item)}
            />
          </li>
        ))}
      </ul>
      <Suspense>
        {editing && <PackageDialog item={editing === 'new' ? null : editing} onClose={closeDialog} />}
      </Suspense>
      {deleting && <DeletePackage item={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

function Counts({ packages }: { packages: readonly PackageView[] | undefined }) {
  const count = (which: (item: PackageView) => boolean) => countText(packages?.filter(which).length)
  return (
    <StatRow
      stats={[
        { name: 'Total Packages', value: count(() => true), icon: Package },
        { name: 'Active', value: count(({ isActive }) => isActive), icon: CircleCheck },
        { name: 'Popular', value: count(({ isPopular }) => isPopular), icon: Star },
      ]}
    />
  )
}
