import type { ReviewView } from '@jaanch/insight/reviews/api'
import { EyeOff, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { BookingNumber } from '@/components/history/history-link'
import { PagedList } from '@/components/list/paged-list'
import { useApprovedLabs } from '@/features/account/labs-calls'
import { useAddressState } from '@/lib/address-state'
import { invalidateMatching } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { userName } from '@/lib/format/text'
import { command } from '@/lib/idempotency'
import { useMay } from '@/lib/session/staff'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { Select } from '@/ui/select'
import { Stars } from '@/ui/stars'
import { toast } from '@/ui/toast-store'

const pageTexts = {
  heading: {
    title: 'Reviews',
    description: 'What customers say of their visits. Hidden ones do not count in the ratings.',
  },
  none: 'No reviews found',
  noneText: 'Customers review a visit once it is completed.',
}

const texts = {
  label: (tests: string, stars: number) => `${tests}, ${stars} of 5 stars`,
  hidden: 'Hidden',
  noText: 'Without a text.',
  origin: (tests: string, lab: string | undefined, customer: string) =>
    `${tests} at ${lab ?? 'no lab'}, by ${customer}`,
  moderated: (isHidden: boolean, reason: string) => `${isHidden ? 'Hidden' : 'Shown again'}: ${reason}`,
  show: 'Show again',
  hide: 'Hide',
  of: (tests: string) => `the review of ${tests}`,
}

const filterTexts = {
  stars: 'Stars',
  allStars: 'All stars',
  starsOf: (stars: string) => (stars === '1' ? '1 star' : `${stars} stars`),
  state: 'State',
  allStates: 'Shown and hidden',
  shown: 'Shown',
  hidden: 'Hidden',
  lab: 'Lab',
  allLabs: 'All labs',
}

const dialog = {
  failure: 'Failed to change the review',
  hint: 'Other admins see it here and in the audit trail. It is not sent to anybody.',
}

const moderationTexts = {
  show: {
    dialog: {
      ...dialog,
      title: 'Show this review again?',
      description: 'Its stars count again, and its lab reads it.',
      submitLabel: 'Show again',
    },
    succeeded: 'Review is shown again',
  },
  hide: {
    dialog: {
      ...dialog,
      title: 'Hide this review?',
      description:
        'Its stars no longer count, and its lab no longer reads it. Its customer sees that it is hidden.',
      submitLabel: 'Hide review',
    },
    succeeded: 'Review is hidden',
  },
}

/** `lab` is the id of a lab */
const noFilter = { stars: '', state: '', lab: '' }
type ReviewFilter = typeof noFilter

/** Lists the reviews of customers. Reached from the overview. */
export function ReviewsPage() {
  const [filter, setFilter] = useAddressState(noFilter)
  const list = usePages('/api/admin/reviews', { limit: 50, ...filter })
  return (
    <>
      <PageHeading {...pageTexts.heading} />
      <ReviewFilters filter={filter} onChange={setFilter} />
      <PagedList
        key={Object.values(filter).join(' ')}
        label={pageTexts.heading.title}
        list={list}
        estimate={150}
        gap={12}
        skeletons={{ count: 5, itemClassName: 'h-36' }}
        empty={
          <EmptyState
            icon={MessageSquareText}
            title={pageTexts.none}
            onClear={() => setFilter(noFilter)}
            text={pageTexts.noneText}
          />
        }
      >
        {(review) => <ReviewCard review={review} />}
      </PagedList>
    </>
  )
}

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

function ReviewCard({ review }: { review: ReviewView }) {
  const { id, isHidden } = review
  const [isAsking, setIsAsking] = useState(false)
  const mayHide = useMay('manager')
  const what = isHidden ? 'show' : 'hide'
  const about = review.packageNames.join(', ')
  return (
    <Card>
      <article aria-label={texts.label(about, review.stars)} className="p-4 sm:p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Stars stars={review.stars} />
          {isHidden && <Badge icon={EyeOff}>{texts.hidden}</Badge>}
          <span className="text-ink-soft text-xs tabular-nums">{instantText(review.createdAt)}</span>
        </div>
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 grow basis-72">
            <p className={cn('[overflow-wrap:anywhere]', !review.text && 'text-ink-soft')}>
              {review.text ? `“${review.text}”` : texts.noText}
            </p>
            <p className="mt-1.5 text-ink-soft text-xs">
              {texts.origin(about, review.labPartner?.name, userName(review.customerName))},{' '}
              <BookingNumber id={id} className="tabular-nums underline" />
            </p>
            {review.reason && (
              <p className="mt-1.5 text-ink-soft text-xs [overflow-wrap:anywhere]">
                {texts.moderated(isHidden, review.reason)}
              </p>
            )}
          </div>
          {mayHide && (
            <Button variant="outline" size="sm" className="max-sm:w-full" onClick={() => setIsAsking(true)}>
              <Named of={texts.of(about)}>{isHidden ? texts.show : texts.hide}</Named>
            </Button>
          )}
        </div>
      </article>
      {isAsking && (
        <ReasonDialog
          {...moderationTexts[what].dialog}
          onSubmit={async (reason) => {
            await moderateReview(id, what, reason)
            toast.success(moderationTexts[what].succeeded)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  )
}

const starOptions = ['5', '4', '3', '2', '1'].map((value) => ({
  value,
  label: filterTexts.starsOf(value),
}))

const stateOptions = [
  { value: 'shown', label: filterTexts.shown },
  { value: 'hidden', label: filterTexts.hidden },
]

type ReviewFiltersProps = { filter: ReviewFilter; onChange: (filter: ReviewFilter) => void }

function ReviewFilters({ filter, onChange }: ReviewFiltersProps) {
  const labs = useApprovedLabs().rows.map(({ id, labName }) => ({ value: id, label: labName }))
  return (
    <search className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[10rem_12rem_minmax(0,20rem)]">
      <Select
        label={filterTexts.stars}
        value={filter.stars}
        onChange={(stars) => onChange({ ...filter, stars })}
        options={starOptions}
        emptyLabel={filterTexts.allStars}
      />
      <Select
        label={filterTexts.state}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
        options={stateOptions}
        emptyLabel={filterTexts.allStates}
      />
      <Select
        label={filterTexts.lab}
        value={filter.lab}
        onChange={(lab) => onChange({ ...filter, lab })}
        options={labs}
        emptyLabel={filterTexts.allLabs}
        className="max-sm:col-span-2"
      />
    </search>
  )
}

async function moderateReview(id: string, what: 'hide' | 'show', reason: string): Promise<void> {
  await command('POST', `/api/admin/reviews/:id/${what}` as const, { params: { id }, body: { reason } })
  invalidateMatching(/^\/api\/admin\/reviews/)
}
