import type { PackageView } from '@jaanch/contracts/http/packages'
import { CircleCheck, Package, PackagePlus, Star } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { StatRow } from '@/components/stat-row'
import { countText } from '@/lib/format/numbers'
import { useAllPackages } from '@/lib/resources/packages'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { SearchInput } from '@/ui/search-input'
import { SkeletonList } from '@/ui/skeleton'
import { AdminPackageCard } from './admin-package-card'
import { DeletePackage } from './delete-package'

// The form weighs more than the rest of the page
const PackageDialog = lazyDialog(async () => (await import('./package-dialog')).PackageDialog)

const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3'

export function PackagesPage() {
  const { rows, loading, more, hasMore } = useAllPackages()
  const [params, setParams] = useSearchParams()
  const [editing, setEditing] = useState<PackageView | 'new' | null>(params.has('new') ? 'new' : null)
  const [deleting, setDeleting] = useState<PackageView | null>(null)
  const [search, setSearch] = useState('')
  const query = useDeferredValue(search.trim().toLowerCase())
  const shown = rows.filter(({ name, category }) => `${name} ${category}`.toLowerCase().includes(query))

  // The counts need the whole catalogue: load all pages.
  useEffect(() => {
    if (hasMore) more()
  }, [hasMore, more])

  function closeDialog() {
    setEditing(null)
    if (params.has('new')) setParams({}, { replace: true })
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
      <search className="mt-6 mb-4 block">
        <SearchInput
          aria-label="Search packages"
          placeholder="Search by name or category"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </search>
      {loading && <SkeletonList count={6} className={gridClass} itemClassName="h-72" />}
      {!loading && shown.length === 0 && (
        <EmptyState
          icon={Package}
          title={rows.length === 0 ? 'No packages available at the moment' : 'No tests found'}
          action={
            rows.length === 0 ? (
              <Button onClick={() => setEditing('new')}>Add the first one</Button>
            ) : (
              <Button variant="outline" onClick={() => setSearch('')}>
                Clear search
              </Button>
            )
          }
        />
      )}
      <ul aria-label="Packages" className={gridClass}>
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
        { name: 'Total Packages', value: count(() => true), icon: Package },
        { name: 'Active', value: count(({ isActive }) => isActive), icon: CircleCheck },
        { name: 'Popular', value: count(({ isPopular }) => isPopular), icon: Star },
      ]}
    />
  )
}
