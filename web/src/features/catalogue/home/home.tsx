import type { concernSearches } from '@jaanch/catalogue/search/fixed-searches'
import { homeFacts } from '@jaanch/insight/facts/facts'
import {
  BatteryCharging,
  ChevronRight,
  CloudRain,
  Droplet,
  FileUp,
  HeartPulse,
  type LucideIcon,
  PackageSearch,
  Thermometer,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { PackageGrid } from '@/features/catalogue/package/package-grid'
import { usePopularPackages, useSuggestions } from '@/features/catalogue/packages-calls'
import { CustomerSearch } from '@/features/catalogue/search/customer-search'
import { useFacts } from '@/features/insight/facts-calls'
import { capitalised } from '@/lib/format/text'
import { bookPath, paths, searchPath } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { IconSpot } from '@/ui/icon-spot'
import { lazyDialog } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'

const texts = {
  greeting: (name: string) => `Hello, ${name}`,
  question: 'What would you like to have checked?',
  concerns: 'Browse by health concern',
  otherConcerns: 'Other health concerns',
  popular: 'Popular Packages',
  viewAll: 'View All',
  none: 'No packages available at the moment',
  browseAll: 'Browse all tests',
}

const actionsTexts = {
  upload: 'Upload Prescription',
  addMember: 'Add Family Member',
  memberAdded: 'Family member added',
  memberAddedText: (name: string) => `${name} can now be chosen when you book.`,
}

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

const FamilyDialog = lazyDialog(
  async () => (await import('@/features/account/family/family-dialog')).FamilyDialog,
)

const PrescriptionDialog = lazyDialog(
  async () => (await import('@/features/booking/send-prescription/prescription-dialog')).PrescriptionDialog,
)

function QuickActions() {
  const [dialog, setDialog] = useState<'upload' | 'family'>()
  const navigate = useNavigate()
  const close = () => setDialog(undefined)
  return (
    <div className="flex flex-wrap gap-3">
      <Button icon={FileUp} variant="outline" className="max-sm:grow" onClick={() => setDialog('upload')}>
        {actionsTexts.upload}
      </Button>
      <Button icon={UserPlus} variant="outline" className="max-sm:grow" onClick={() => setDialog('family')}>
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

/** The offer of the installation; nothing without its title, or while its specified search finds nothing. */
export function Banner() {
  const { bannerTitle, bannerBadge, bannerText, bannerButton, bannerSearch } = useFacts(homeFacts)
  const { leadsSomewhere } = useSuggestions()
  const isSpecified = bannerSearch === homeFacts.bannerSearch.specified
  if (bannerTitle === null || (isSpecified && !leadsSomewhere('Fever'))) return null
  return (
    <section
      aria-labelledby="banner"
      className="relative flex flex-wrap items-center gap-x-6 gap-y-4 overflow-hidden rounded-2xl bg-deep p-6 text-on-deep sm:p-8"
    >
      {bannerTitle === homeFacts.bannerTitle.specified && (
        <CloudRain
          className="absolute -right-6 -bottom-10 size-52 text-deep-soft"
          strokeWidth={1}
          aria-hidden
        />
      )}
      <div className="relative grid min-w-0 grow gap-y-1">
        {bannerBadge !== null && (
          <p className="mb-2 w-fit rounded-md bg-accent px-2 py-0.5 font-semibold text-on-accent text-xs">
            {bannerBadge}
          </p>
        )}
        <h2 id="banner" className="font-bold text-xl [overflow-wrap:anywhere]">
          {bannerTitle}
        </h2>
        {bannerText !== null && <p className="text-on-deep-soft [overflow-wrap:anywhere]">{bannerText}</p>}
      </div>
      {bannerButton !== null && bannerSearch !== null && (
        <ButtonLink to={searchPath(bannerSearch)} variant="accent" size="lg" className="relative">
          {bannerButton}
        </ButtonLink>
      )}
    </section>
  )
}

type Concern = { label: string; search: (typeof concernSearches)[number]; icon: LucideIcon }

/** Specification, section 2.1. */
const concerns: readonly Concern[] = [
  { label: 'Diabetes', search: 'Diabetes', icon: Droplet },
  { label: 'Heart', search: 'Heart', icon: HeartPulse },
  { label: 'Fever', search: 'Fever', icon: Thermometer },
  { label: 'Energy', search: 'Energy Fatigue', icon: BatteryCharging },
]

/** The fixed concerns that this catalogue has tests for, and the most common ones of the catalogue. */
function Concerns() {
  const { loading, conditions, leadsSomewhere } = useSuggestions()
  const tiles = concerns.filter(({ search }) => leadsSomewhere(search))
  if (tiles.length === 0 && conditions.length === 0) return null
  return (
    <section aria-labelledby="concerns" className="min-w-0">
      <h2 id="concerns" className="mb-4 font-semibold text-base">
        {texts.concerns}
      </h2>
      {tiles.length > 0 && (
        <ul className="mb-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
          {tiles.map(({ label, search, icon: Icon }) => (
            <li key={label}>
              <Link
                to={searchPath(search)}
                className="flex min-h-16 items-center gap-3 rounded-xl border bg-surface p-3 font-semibold shadow-card transition-colors hover:border-brand sm:p-4"
              >
                <IconSpot
                  icon={Icon}
                  className="size-10 shrink-0 rounded-lg bg-brand-soft text-brand-ink [&_svg]:size-5"
                />
                {label}
                <ChevronRight className="ml-auto size-4 text-ink-soft max-sm:hidden" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {/* as high as the row that replaces it, so that nothing below moves */}
      {loading && <Skeleton className="h-13 rounded-lg" />}
      {conditions.length > 0 && (
        <ul
          aria-label={texts.otherConcerns}
          className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0"
        >
          {conditions.map((condition) => (
            <li key={condition} className="shrink-0">
              <Link
                to={searchPath(condition)}
                className="flex min-h-11 items-center rounded-lg border bg-surface px-3 font-medium transition-colors hover:border-brand"
              >
                {capitalised(condition)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
