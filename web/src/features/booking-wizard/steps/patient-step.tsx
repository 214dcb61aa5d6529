import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ageText } from '@/lib/format/text'
import { useFamily } from '@/lib/resources/people'
import { Button } from '@/ui/button'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import type { StepProps } from '../draft'
import { StepHeading } from './step-heading'

const FamilyDialog = lazy(async () => ({
  default: (await import('@/components/family/family-dialog')).FamilyDialog,
}))

const myself = 'self'

export function PatientStep({ draft, updateDraft }: StepProps) {
  const family = useFamily()
  const [adding, setAdding] = useState(false)
  const members = family.rows.map((member) => ({
    value: member.id,
    label: member.name,
    description: [member.relationship, member.age !== null && ageText(member.age)].filter(Boolean).join(', '),
  }))
  return (
    <>
      <StepHeading>Who is the test for?</StepHeading>
      <RadioCards
        label="Patient"
        value={draft.familyMemberId ?? myself}
        onChange={(id) => updateDraft({ familyMemberId: id === myself ? null : id })}
        options={[{ value: myself, label: 'Myself' }, ...members]}
      />
      {family.loading && <Skeleton className="mt-3 h-14 w-full rounded-xl" />}
      <Button variant="soft" className="mt-4 max-sm:w-full" onClick={() => setAdding(true)}>
        <UserPlus aria-hidden />
        Add Family Member
      </Button>
      {adding && (
        <Suspense>
          <FamilyDialog
            onClose={() => setAdding(false)}
            onAdded={({ id }) => updateDraft({ familyMemberId: id })}
          />
        </Suspense>
      )}
    </>
  )
}
