import type { CollectionType } from '@jaanch/contracts/vocabulary'
import { CalendarDays, Zap } from 'lucide-react'
import { RadioCards } from '@/ui/radio-cards'
import type { StepProps } from '../draft'
import { StepHeading } from './step-heading'

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
    description: 'Within 2 to 4 hours, express fee +₹100, subject to availability',
    icon: <Zap />,
  },
]

export function CollectionStep({ draft, updateDraft }: StepProps) {
  return (
    <>
      <StepHeading>When should the sample be collected?</StepHeading>
      <RadioCards
        label="Collection type"
        value={draft.collectionType}
        onChange={(collectionType) => updateDraft({ collectionType: collectionType as CollectionType })}
        options={options}
      />
    </>
  )
}
