import type { ReviewView } from '@jaanch/contracts/http/reviews'
import { EyeOff, MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { PagedList } from '@/components/list/paged-list'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { shortId, userName } from '@/lib/format/text'
import { historyPath } from '@/lib/paths'
import { useApprovedLabs } from '@/lib/resources/labs'
import { type ReviewFilter, useReviews } from '@/lib/resources/reviews'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { Select } from '@/ui/select'
import { Stars } from '@/ui/stars'

const noFilter: ReviewFilter = { stars: '', state: '', lab: '' }

/** What customers said of their visits. Reached from the overview. */
export function ReviewsPage() {
  const [filter, setFilter] = useState(noFilter)
  const list = useReviews(filter)
  return (
    <>
      <PageHeading
        title="Reviews"
        description="What customers say of their visits. Hidden ones do not count in the ratings."
      />
      <ReviewFilters filter={filter} onChange={setFilter} />
      <PagedList
        key={Object.values(filter).join(' ')}
        label="Reviews"
        list={list}
        estimate={150}
        gap={12}
        skeletons={{ count: 5, itemClassName: 'h-36' }}
        empty={
          <EmptyState icon={MessageSquareText} title="No reviews found" onClear={() => setFilter(noFilter)}>
            Customers review a visit once it is completed.
          </EmptyState>
        }
      >
        {(review) => <ReviewCard review={review} />}
      </PagedList>
    </>
  )
}

const ModerationDialog = lazyDialog(async () => (await import('./moderation-dialog')).ModerationDialog)

function ReviewCard({ review }: { review: ReviewView }) {
  const { id, isHidden } = review
  const [isAsking, setIsAsking] = useState(false)
  const about = review.packageNames.join(', ')
  return (
    <Card>
      <article aria-label={`${about}, ${review.stars} of 5 stars`} className="p-4 sm:p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Stars stars={review.stars} />
          {isHidden && <Badge icon={EyeOff}>Hidden</Badge>}
          <span className="text-ink-soft text-xs tabular-nums">{instantText(review.createdAt)}</span>
        </div>
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 grow basis-72">
            <p className={cn('[overflow-wrap:anywhere]', !review.text && 'text-ink-soft')}>
              {review.text ? `“${review.text}”` : 'Without a text.'}
            </p>
            <p className="mt-1.5 text-ink-soft text-xs">
              {about} at {review.labPartner?.name ?? 'no lab'}, by {userName(review.customerName)},{' '}
              <Link
                to={historyPath('booking', id)}
                className="relative tabular-nums underline after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:text-ink"
              >
                #{shortId(id)}
                <span className="sr-only"> History</span>
              </Link>
            </p>
            {review.reason && (
              <p className="mt-1.5 text-ink-soft text-xs [overflow-wrap:anywhere]">
                {isHidden ? 'Hidden' : 'Shown again'}: {review.reason}
              </p>
            )}
          </div>
          <Button variant="outline" size="sm" className="max-sm:w-full" onClick={() => setIsAsking(true)}>
            <Named of={`the review of ${about}`}>{isHidden ? 'Show again' : 'Hide'}</Named>
          </Button>
        </div>
      </article>
      {isAsking && <ModerationDialog review={review} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

const starOptions = ['5', '4', '3', '2', '1'].map((value) => ({
  value,
  label: value === '1' ? '1 star' : `${value} stars`,
}))
const stateOptions = [
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
]

type ReviewFiltersProps = { filter: ReviewFilter; onChange: (filter: ReviewFilter) => void }

function ReviewFilters({ filter, onChange }: ReviewFiltersProps) {
  const labs = useApprovedLabs().rows.map(({ id, labName }) => ({ value: id, label: labName }))
  return (
    <search className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[10rem_12rem_minmax(0,20rem)]">
      <Select
        label="Stars"
        value={filter.stars}
        onChange={(stars) => onChange({ ...filter, stars })}
        options={starOptions}
        emptyLabel="All stars"
      />
      <Select
        label="State"
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
        options={stateOptions}
        emptyLabel="Shown and hidden"
      />
      <Select
        label="Lab"
        value={filter.lab}
        onChange={(lab) => onChange({ ...filter, lab })}
        options={labs}
        emptyLabel="All labs"
        className="max-sm:col-span-2"
      />
    </search>
  )
}
