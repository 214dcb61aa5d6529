import type { AddressView } from '@jaanch/contracts/http/people'
import type { AddressErrors } from './address-errors'
import type { StepProps, VisitStepProps } from './draft'
import { AddTests } from './steps/add-tests'
import { AddressStep } from './steps/address-step'
import { CollectionStep } from './steps/collection-step'
import { ConfirmationStep } from './steps/confirmation-step'
import { DetailsStep } from './steps/details-step'
import { PatientStep } from './steps/patient-step'
import { PaymentStep } from './steps/payment-step'
import { ScheduleStep } from './steps/schedule-step'
import type { VisitSlots } from './use-visit-slots'

type StepViewProps = StepProps &
  VisitStepProps & {
    step: number
    /** Rupees */
    total: number
    now: Date
    addresses: readonly AddressView[]
    addressesLoading: boolean
    addressErrors: AddressErrors
    visitSlots: VisitSlots
  }

export function StepView({
  step,
  total,
  now,
  addresses,
  addressesLoading,
  addressErrors,
  visitSlots,
  ...props
}: StepViewProps) {
  switch (step) {
    case 1:
      return (
        <>
          <DetailsStep item={props.item} />
          <AddTests {...props} />
        </>
      )
    case 2:
      return <CollectionStep {...props} pincodeWithoutInstant={visitSlots.pincodeWithoutInstant} />
    case 3:
      return <PatientStep {...props} />
    case 4:
      return (
        <AddressStep {...props} saved={addresses} loading={addressesLoading} addressErrors={addressErrors} />
      )
    case 5:
      return <ScheduleStep {...props} now={now} visitSlots={visitSlots} />
    case 6:
      return <PaymentStep {...props} total={total} />
    default:
      return props.draft.booked && <ConfirmationStep booked={props.draft.booked} />
  }
}
