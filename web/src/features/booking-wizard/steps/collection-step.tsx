import type { CollectionType } from '@jaanch/contracts/vocabulary'
import { CalendarDays, TriangleAlert, Zap } from 'lucide-react'
import { usePlace } from '@/lib/location/location-store'
import { RadioCards } from '@/ui/radio-cards'
import type { StepProps } from '../draft'
import { NoService } from '../no-service'
import { collection as texts } from '../texts'
import { StepHeading } from './step-heading'

const options = [
  { value: 'scheduled', ...texts.scheduled, icon: <CalendarDays /> },
  { value: 'instant', ...texts.instant, icon: <Zap /> },
]

type CollectionStepProps = StepProps & { pincodeWithoutInstant: string | null }

export function CollectionStep({ draft, updateDraft, pincodeWithoutInstant }: CollectionStepProps) {
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
