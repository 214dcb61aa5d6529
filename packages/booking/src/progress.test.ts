import { givenFor } from '@jaanch/contracts/testing/given'
import { it } from 'vitest'
import { bookingDecider } from './decider.ts'
import { now, placed, plain } from './testing/bookings.ts'

const given = givenFor(bookingDecider, now)

it('a booking without a lab can be confirmed, but its collection cannot start', () => {
  given([placed])
    .when({ type: 'advance', to: 'confirmed' })
    .then([plain('BookingConfirmed')])
  given([placed, plain('BookingConfirmed')])
    .when({ type: 'advance', to: 'sample-collection' })
    .then('no-lab-assigned')
})

it('every step after the collection needs a lab', () => {
  const begun = [placed, plain('BookingConfirmed'), plain('SampleCollectionStarted')]
  given(begun).when({ type: 'advance', to: 'lab-processing' }).then('no-lab-assigned')
  given([...begun, plain('LabProcessingStarted')])
    .when({ type: 'advance', to: 'completed' })
    .then('no-lab-assigned')
})
