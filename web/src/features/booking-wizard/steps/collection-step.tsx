import type { CollectionType } from '@jaanch/contracts/vocabulary'
import { CalendarDays, TriangleAlert, Zap } from 'lucide-react'
import { RadioCards } from '@/ui/radio-cards'
import type { StepProps } from '../draft'
import { StepHeading } from './step-heading'

const instantText = 'Within 2 to 4 hours, express fee +₹100, subject to availability'

const options = [
  {
    value: 'scheduled',
    label: 'Scheduled collection',
    description: 'Choose a day and a time slot, 6 AM to 6 PM',
    icon: <CalendarDays />,
  },
  {
    value: 'instant',
    label: 'Instant collection',
    description: instantText,
    icon: <Zap />,
  },
]

type CollectionStepProps = StepProps & { pincodeWithoutInstant: string | null }

export function CollectionStep({ draft, updateDraft, pincodeWithoutInstant }: CollectionStepProps) {
  return (
    <>
      <StepHeading>When should the sample be collected?</StepHeading>
      <RadioCards
        label="Collection type"
        value={draft.collectionType}
        onChange={(collectionType) => updateDraft({ collectionType: collectionType as CollectionType })}
        options={options.map((option) =>
          option.value === 'instant' && pincodeWithoutInstant
            ? { ...option, description: <NoInstant pincode={pincodeWithoutInstant} /> }
            : option,
        )}
      />
    </>
  )
}

/** It can still be chosen: the address may become another one. */
function NoInstant({ pincode }: { pincode: string }) {
  return (
    <>
      {instantText}
      <span className="mt-1 flex gap-1.5 font-medium text-accent-ink">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        Nobody can come within four hours at {pincode} at present
      </span>
    </>
  )
}
