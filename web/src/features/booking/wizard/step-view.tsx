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
import { NoService } from './no-service'
import { AddTests } from './steps/add-tests'
import { AddressStep } from './steps/address-step'
import { ConfirmationStep } from './steps/confirmation-step'
import { PatientStep } from './steps/patient-step'
import { PaymentStep } from './steps/payment-step'
import { ScheduleStep } from './steps/schedule-step'
import { useWizard } from './use-wizard'
import { StepHeading } from './wizard-frame'

const texts = {
  tests: 'Tests included',
  reportTime: 'Report time',
  sample: 'Sample type',
  fasting: 'Fasting',
  preparation: 'Preparation instructions',
  question: 'When should the sample be collected?',
  label: 'Collection type',
  scheduled: { label: 'Scheduled collection', description: 'Choose a day and a time slot, 6 AM to 6 PM' },
  instant: {
    label: 'Instant collection',
    description: 'Within 2 to 4 hours, express fee +₹100, subject to availability',
  },
  noInstant: (pincode: string) => `Nobody can come within four hours at ${pincode} at present`,
}

export function StepView() {
  const { step, draft } = useWizard()
  switch (step) {
    case 1:
      return (
        <>
          <DetailsStep />
          <AddTests />
        </>
      )
    case 2:
      return <CollectionStep />
    case 3:
      return <PatientStep />
    case 4:
      return <AddressStep />
    case 5:
      return <ScheduleStep />
    case 6:
      return <PaymentStep />
    default:
      return draft.booked && <ConfirmationStep booked={draft.booked} />
  }
}

const options = [
  { value: 'scheduled', ...texts.scheduled, icon: <CalendarDays /> },
  { value: 'instant', ...texts.instant, icon: <Zap /> },
]

function CollectionStep() {
  const { draft, updateDraft, visitSlots } = useWizard()
  const { pincodeWithoutInstant } = visitSlots
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

export function DetailsStep() {
  const [item] = useWizard().packages
  const time = reportTime(item, usePackageDefaults())
  const facts = [
    [texts.tests, item.testsIncluded],
    ...(time === null ? [] : [[texts.reportTime, time] as const]),
    [texts.sample, sampleText(item)],
    [texts.fasting, fastingText(item, '8-12')],
  ] as const
  return (
    <Card className="p-5 sm:p-7">
      <Badge variant="brand">{item.category}</Badge>
      <h1 className="mt-3 font-bold text-xl outline-none">{item.name}</h1>
      <p className="mt-2 text-ink-soft">{item.description}</p>
      <DescriptionList layout="tile" items={facts} className="mt-6 grid-cols-2 gap-3" />
      {item.preparationInstructions && (
        <div className="mt-6">
          <h2 className="font-semibold">{texts.preparation}</h2>
          <p className="mt-1 text-ink-soft">{item.preparationInstructions}</p>
        </div>
      )}
      <Price price={item.price} originalPrice={item.originalPrice} className="mt-6 border-t pt-5" />
    </Card>
  )
}
