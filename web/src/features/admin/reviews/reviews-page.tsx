import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { PagedList } from '@/components/list/paged-list'
import { type ReviewFilter, useReviews } from '@/lib/resources/reviews'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { ReviewCard } from './review-card'
import { ReviewFilters } from './review-filters'

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
          <EmptyState
            icon={MessageSquareText}
            title="No reviews found"
            action={
              <Button variant="outline" onClick={() => setFilter(noFilter)}>
                Clear filters
              </Button>
            }
          >
            Customers review a visit once it is completed.
          </EmptyState>
        }
      >
        {(review) => <ReviewCard review={review} />}
      </PagedList>
    </>
  )
}
