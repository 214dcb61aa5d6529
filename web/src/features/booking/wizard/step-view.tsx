import type { AddressView } from '@jaanch/account/people/api'
import type { PackageView } from '@jaanch/catalogue/packages/api'
import type { CollectionType } from '@jaanch/contracts/vocabulary'
import { CalendarDays, TriangleAlert, Zap } from 'lucide-react'
import { usePlace } from '@/features/catalogue/location/location-store'
import {
  fastingText,
  reportTime,
  sampleText,
  usePackageDefaults,
} from '@/features/catalogue/package/package-facts'
import { Price } from '@/features/catalogue/package/price'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { RadioCards } from '@/ui/radio-cards'
import type { AddressErrors } from './address-errors'
import type { StepProps, VisitStepProps } from './draft'
import { NoService } from './no-service'
import { AddTests } from './steps/add-tests'
import { AddressStep } from './steps/address-step'
import { ConfirmationStep } from './steps/confirmation-step'
import { PatientStep } from './steps/patient-step'
import { PaymentStep } from './steps/payment-step'
import { ScheduleStep } from './steps/schedule-step'
import { facts as factsTexts, collection as texts } from './texts'
import type { VisitSlots } from './use-visit-slots'
import { StepHeading } from './wizard-frame'

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

const options = [
  { value: 'scheduled', ...texts.scheduled, icon: <CalendarDays /> },
  { value: 'instant', ...texts.instant, icon: <Zap /> },
]

type CollectionStepProps = StepProps & { pincodeWithoutInstant: string | null }

function CollectionStep({ draft, updateDraft, pincodeWithoutInstant }: CollectionStepProps) {
  const { selected } = usePlace()
  return (
    <>
      <StepHeading>{texts.question}</StepHeading>
      <RadioCards
        label={texts.label}
        value={draft.collectionType}
        onChange={(collectionType) => updateDraft({ collectionType: collectionType as CollectionType })}
        options={options.map((option) =>
          option.value === 'instant' && pincodeWithoutInstant
            ? { ...option, description: <NoInstant pincode={pincodeWithoutInstant} /> }
            : option,
        )}
      />
      <NoService pincode={draft.address.pincode} city={selected} className="mt-4" />
    </>
  )
}

/** It can still be chosen: the address may become another one. */
function NoInstant({ pincode }: { pincode: string }) {
  return (
    <>
      {texts.instant.description}
      <span className="mt-1 flex gap-1.5 font-medium text-accent-ink">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {texts.noInstant(pincode)}
      </span>
    </>
  )
}

export function DetailsStep({ item }: { item: PackageView }) {
  const time = reportTime(item, usePackageDefaults())
  const facts = [
    [factsTexts.tests, item.testsIncluded],
    ...(time === null ? [] : [[factsTexts.reportTime, time] as const]),
    [factsTexts.sample, sampleText(item)],
    [factsTexts.fasting, fastingText(item, '8-12')],
  ] as const
  return (
    <Card className="p-5 sm:p-7">
      <Badge variant="brand">{item.category}</Badge>
      <h1 className="mt-3 font-bold text-xl outline-none">{item.name}</h1>
      <p className="mt-2 text-ink-soft">{item.description}</p>
      <DescriptionList layout="tile" items={facts} className="mt-6 grid-cols-2 gap-3" />
      {item.preparationInstructions && (
        <div className="mt-6">
          <h2 className="font-semibold">{factsTexts.preparation}</h2>
          <p className="mt-1 text-ink-soft">{item.preparationInstructions}</p>
        </div>
      )}
      <Price price={item.price} originalPrice={item.originalPrice} className="mt-6 border-t pt-5" />
    </Card>
  )
}
