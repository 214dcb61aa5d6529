import { FileUp, PackageSearch, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { PackageGrid } from '@/components/package/package-grid'
import { CustomerSearch } from '@/components/search/customer-search'
import { bookPath, paths } from '@/lib/paths'
import { usePopularPackages } from '@/lib/resources/packages'
import { useUser } from '@/lib/session/session-context'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { toast } from '@/ui/toast-store'
import { Banner } from './banner'
import { Concerns } from './concerns'
import { actions as actionsTexts, home as texts } from './texts'

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
      <Concerns />
      <Banner />
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

const FamilyDialog = lazyDialog(async () => (await import('@/components/family/family-dialog')).FamilyDialog)
const PrescriptionDialog = lazyDialog(
  async () => (await import('@/components/prescription/prescription-dialog')).PrescriptionDialog,
)

function QuickActions() {
  const [dialog, setDialog] = useState<'upload' | 'family'>()
  const navigate = useNavigate()
  const close = () => setDialog(undefined)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" className="max-sm:grow" onClick={() => setDialog('upload')}>
        <FileUp aria-hidden />
        {actionsTexts.upload}
      </Button>
      <Button variant="outline" className="max-sm:grow" onClick={() => setDialog('family')}>
        <UserPlus aria-hidden />
        {actionsTexts.addMember}
      </Button>
      {dialog === 'upload' && (
        <PrescriptionDialog onClose={close} onUploaded={() => navigate(paths.bookings)} />
      )}
      {dialog === 'family' && (
        <FamilyDialog
          onClose={close}
          onAdded={({ name }) => toast.success(actionsTexts.memberAdded, actionsTexts.memberAddedText(name))}
        />
      )}
    </div>
  )
}
