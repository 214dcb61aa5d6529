import { User, UserPlus, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '@/ui/button'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { usePeople } from '../people'
import { useWizard } from '../use-wizard'
import { maxPeople, patientsOf } from '../visit'
import { StepHeading } from '../wizard-frame'

const texts = {
  question: 'Who is the test for?',
  label: 'Patient',
  addMember: 'Add Family Member',
  onlyOne: 'Only one person',
  addPerson: 'Test more people together',
  addPersonHint: 'One visit, one bill: choose who gets which test. A new family member is added first.',
}

const FamilyDialog = lazyDialog(
  async () => (await import('@/features/account/family/family-dialog')).FamilyDialog,
)

const SeveralPatients = lazyPart(async () => (await import('./several-patients')).SeveralPatients, 'min-h-40')

const TooSoonNotes = lazyPart(async () => (await import('./too-soon-notes')).TooSoonNotes)

const myself = 'self'

export function PatientStep() {
  const { packages, draft, updateDraft } = useWizard()
  const { people, loading } = usePeople(draft)
  const [adding, setAdding] = useState(false)
  const [isSeveral, setSeveral] = useState(draft.otherPatients.length > 0)
  const patients = patientsOf(draft)
  const chosen = people.find(({ id }) => id === draft.familyMemberId)
  const reasons = packages.flatMap((item) => {
    const reason = chosen?.reasonAgainst(item)
    return reason ? [{ item, reason }] : []
  })

  function onAdded({ id }: { id: string }) {
    if (!isSeveral) updateDraft({ familyMemberId: id })
    else if (patients.length < maxPeople) updateDraft({ otherPatients: [...draft.otherPatients, id] })
  }

  return (
    <>
      <StepHeading>{texts.question}</StepHeading>
      {isSeveral ? (
        <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
          <SeveralPatients people={people} />
        </Suspense>
      ) : (
        <>
          <RadioCards
            label={texts.label}
            value={draft.familyMemberId ?? myself}
            onChange={(id) => updateDraft({ familyMemberId: id === myself ? null : id })}
            options={people.map(({ id, name, description }) => ({
              value: id ?? myself,
              label: name,
              description,
            }))}
          />
          <ul role="status" className="text-error not-empty:mt-3">
            {reasons.map(({ item, reason }) => (
              <li key={item.id}>
                {item.name}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      <Suspense>
        <TooSoonNotes />
      </Suspense>
      {loading && <Skeleton className="mt-3 h-14 w-full rounded-xl" />}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button icon={UserPlus} variant="soft" className="max-sm:w-full" onClick={() => setAdding(true)}>
          {texts.addMember}
        </Button>
        <Button
          icon={isSeveral ? User : Users}
          variant="outline"
          className="max-sm:w-full"
          onClick={() => {
            if (isSeveral) updateDraft({ otherPatients: [], skipped: [] })
            setSeveral(!isSeveral)
          }}
        >
          {isSeveral ? texts.onlyOne : texts.addPerson}
        </Button>
      </div>
      {!isSeveral && <p className="mt-2 text-ink-soft text-xs">{texts.addPersonHint}</p>}
      {adding && <FamilyDialog onClose={() => setAdding(false)} onAdded={onAdded} />}
    </>
  )
}
