import { PackageSearch } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { PackageGrid } from '@/components/package/package-grid'
import { CustomerSearch } from '@/components/search/customer-search'
import { bookPath, paths } from '@/lib/paths'
import { usePopularPackages } from '@/lib/resources/packages'
import { useUser } from '@/lib/session/session-context'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ConcernTiles } from './concern-tiles'
import { MonsoonBanner } from './monsoon-banner'
import { QuickActions } from './quick-actions'
import { home as texts } from './texts'

export function Home() {
  const { name } = useUser()
  const navigate = useNavigate()
  const popular = usePopularPackages()
  return (
    <div className="grid grid-cols-1 gap-9">
      <section className="grid grid-cols-1 gap-5">
        <div>
          <h1 className="font-bold text-xl">{texts.greeting(name.split(' ')[0] ?? '')}</h1>
          <p className="mt-1 text-ink-soft">{texts.question}</p>
        </div>
        <CustomerSearch />
        <QuickActions />
      </section>
      <section aria-labelledby="concerns">
        <h2 id="concerns" className="mb-4 font-semibold text-base">
          {texts.concerns}
        </h2>
        <ConcernTiles />
      </section>
      <MonsoonBanner />
      <section aria-labelledby="popular">
        <div className="mb-4 flex items-center justify-between gap-4">
          <h2 id="popular" className="font-semibold text-base">
            {texts.popular}
          </h2>
          <Link
            to={paths.tests}
            className="inline-flex min-h-11 items-center rounded-lg px-2 font-semibold text-brand-ink hover:underline"
          >
            {texts.viewAll}
          </Link>
        </div>
        <PackageGrid
          items={popular.rows.slice(0, 6)}
          loading={popular.loading}
          skeletons={3}
          onBook={(item) => navigate(bookPath(item.id))}
          empty={
            <EmptyState
              icon={PackageSearch}
              title={texts.none}
              action={<ButtonLink to={paths.tests}>{texts.browseAll}</ButtonLink>}
            />
          }
        />
      </section>
    </div>
  )
}
