import type { BookingView } from '@jaanch/booking/booking-view'
import { otherTestsOf } from '@/components/booking/texts'
import { isComing } from '@/features/booking/visit/visits'
import { cn } from '@/lib/class-names'
import { DescriptionList } from '@/ui/description-list'
import { Skeleton } from '@/ui/skeleton'

export const texts = {
  failed: 'The collection details could not be loaded.',
  loading: 'Loading the collection details',
  area: 'Area',
  noArea: 'Not known',
  people: 'People',
  testsLabel: 'Tests',
  patient: 'Patient',
  address: 'Address',
  noAddress: 'No address given: please call',
  contact: 'Contact',
  noContact: 'No number given',
  tubes: 'Specimens and tubes',
  tubesOf: (tubes: number, people: number) =>
    `Specimens and tubes: ${tubes} for the ${people} people of this visit`,
  labels: 'Labels of the tubes',
  tests: (tests: readonly string[]) => `for ${tests.join(', ')}`,
  thisBooking: 'this booking',
  instructions: 'Instructions',
  customer: 'The customer',
  relative: (relationship: string) => `${relationship} of the customer`,
  fasting: 'Fasting',
  noFasting: 'Not required',
  fastingRequired: 'Required',
  fastingHours: (hours: number) => `Required, ${hours} hours`,
}

export const gridClass =
  'grid grid-cols-1 gap-x-6 gap-y-3.5 sm:grid-cols-2 xl:grid-cols-[1.1fr_1.5fr_1.1fr_1.2fr_0.8fr]'

type ClosedCollectionProps = { why: string; bookings: readonly BookingView[] }

/** Shows a lab that may not see the people yet what it plans with: where, how many, and which tests. */
export function ClosedCollection({ why, bookings }: ClosedCollectionProps) {
  const coming = bookings.filter(isComing)
  const tests = [...new Set(coming.flatMap((each) => [each.packageName, ...otherTestsOf(each)]))]
  const people = Math.max(coming.length, coming[0]?.visitSize ?? 1)
  return (
    <>
      {coming.length > 0 && (
        <DescriptionList
          className="grid-cols-2 gap-x-6 gap-y-3.5 sm:grid-cols-[auto_auto_1fr] sm:justify-start"
          items={[
            [texts.area, bookings[0]?.area ?? texts.noArea],
            [texts.people, String(people)],
            [texts.testsLabel, tests.join(', ')],
          ]}
        />
      )}
      <p className={cn('text-ink-soft text-xs', coming.length > 0 && 'mt-3')}>{why}</p>
    </>
  )
}

export function PanelSkeleton() {
  return (
    <div role="status" aria-label={texts.loading} className={gridClass}>
      {['w-2/3', 'w-full', 'w-1/2', 'w-3/4', 'w-1/3'].map((width) => (
        <div key={width} className="h-12">
          <Skeleton className="h-4 w-20" />
          <Skeleton className={`mt-2 h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
