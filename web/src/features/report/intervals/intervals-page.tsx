import { Ruler } from 'lucide-react'
import { useAddressState } from '@/lib/address-state'
import { useMayInLab } from '@/lib/session/staff'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { TypedSearchInput } from '@/ui/search-input'
import { Segmented } from '@/ui/segmented'
import { SkeletonBlocks } from '@/ui/skeleton'
import { useLabIntervals } from './calls'
import { isFound, ParameterCard, statusOf } from './parameter-card'

const texts = {
  heading: {
    title: 'Reference Intervals',
    description:
      'What is expected of each parameter, by age, sex and method, and which results are critical. Your own intervals come before those of the catalogue; your own critical limits can be stricter.',
  },
  search: 'Search parameters',
  searchHint: 'Name or code, such as haemoglobin',
  shown: 'Which parameters',
  filters: { all: 'All', own: 'With own', offered: 'To accept' },
  loading: 'Loading intervals',
  failed: 'This cannot be shown at the moment.',
  none: 'No parameter found',
  noneText: 'Try another name, or show all parameters.',
  clear: 'Show all',
  readOnly: 'Your pathologist or the owner of the lab can change intervals.',
  count: (n: number) => (n === 1 ? '1 parameter' : `${n} parameters`),
}

const filters = ['all', 'own', 'offered'] as const
type Filter = (typeof filters)[number]

/** If a search finds no more parameters than these, all are open */
const openUpTo = 3

/** Shows a lab the intervals by which its results are judged, with its own ones. */
export function IntervalsPage() {
  const { data: parameters, loading } = useLabIntervals()
  const mayChange = useMayInLab('pathologist')
  const [address, setAddress] = useAddressState({ q: '', show: 'all' })
  const show: Filter = filters.find((each) => each === address.show) ?? 'all'
  const found = (parameters ?? []).filter(
    (parameter) =>
      isFound(parameter, address.q) &&
      (show === 'all' || parameter.intervals.some((interval) => statusOf(interval) === show)),
  )
  return (
    <>
      <PageHeading {...texts.heading} />
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_auto]">
        <TypedSearchInput
          value={address.q}
          onText={(q) => setAddress({ q }, 'replace')}
          aria-label={texts.search}
          placeholder={texts.searchHint}
          maxLength={100}
        />
        <Segmented
          label={texts.shown}
          value={show}
          onChange={(value) => setAddress({ show: value })}
          options={filters.map((value) => ({ value, label: texts.filters[value] }))}
        />
      </div>
      {!mayChange && <p className="mb-4 text-ink-soft text-sm">{texts.readOnly}</p>}
      {loading && (
        <SkeletonBlocks label={texts.loading} className="grid gap-2" blocks={Array(8).fill('h-14')} />
      )}
      {!loading && !parameters && <EmptyState icon={Ruler} title={texts.failed} />}
      {parameters && found.length === 0 && (
        <EmptyState
          icon={Ruler}
          title={texts.none}
          onClear={() => setAddress({ q: '', show: 'all' })}
          clearLabel={texts.clear}
          text={texts.noneText}
        />
      )}
      {found.length > 0 && (
        <>
          <p role="status" className="mb-2 text-ink-soft text-xs">
            {texts.count(found.length)}
          </p>
          <ul className="grid gap-2">
            {found.map((parameter) => (
              <li key={parameter.code}>
                <ParameterCard
                  parameter={parameter}
                  isOpen={found.length <= openUpTo}
                  mayChange={mayChange}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
