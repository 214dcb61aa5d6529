import { Hourglass } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRetestHints } from '@/features/report/health-calls'
import { dateText } from '@/lib/format/dates'
import { bookPath, paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Button, ButtonLink } from '@/ui/button'
import { Named } from '@/ui/named'
import { type Draft, storeDraftOf } from '../draft'
import { usePeople } from '../people'
import { useWizard } from '../use-wizard'
import { chosenPackageIds, itemsOf, type Patient, pairOf, patientsOf } from '../visit'

const texts = {
  label: 'What was measured a short time ago',
  /** @param whose null: the customer's own */
  measured: (whose: string | null, test: string, on: string, until: string) =>
    `${whose === null ? 'Your' : `${whose}’s`} ${test} was measured on ${on}. Before ${until} it is too soon to tell you more.`,
  /** The test follows them for screen readers: 'Keep the test HbA1c' */
  keep: 'Keep the test',
  remove: 'Remove the test',
  another: 'Choose another test',
  note: 'After public sources for adults. You can book it all the same.',
}

/** Names the tests whose results are so recent that new ones would tell nothing. They can be booked all the same. */
export function TooSoonNotes() {
  const { draft } = useWizard()
  const place = useRef<HTMLDivElement>(null)
  return (
    // takes the focus of the button that was pressed, which goes with its note
    <div ref={place} tabIndex={-1} className="outline-none">
      {itemsOf(draft).map(({ familyMemberId, packageIds }) => (
        <NotesOf
          key={familyMemberId}
          patient={familyMemberId}
          packageIds={packageIds}
          onAnswered={() => place.current?.focus()}
        />
      ))}
    </div>
  )
}

type NotesOfProps = {
  patient: Patient
  packageIds: readonly string[]
  onAnswered: () => void
}

function NotesOf({ patient, packageIds, onAnswered }: NotesOfProps) {
  const { packages, draft, updateDraft } = useWizard()
  const { id: userId } = useUser()
  const navigate = useNavigate()
  const { people } = usePeople(draft)
  const hints = useRetestHints(patient ?? 'self', packageIds) ?? []
  const name = people.find(({ id }) => id === patient)?.name
  const shown = hints.flatMap((hint) => {
    const item = packages.find(({ id }) => id === hint.packageId)
    return item && !draft.kept.includes(pairOf(patient, item.id)) ? [{ ...hint, item }] : []
  })

  function keep(packageId: string) {
    updateDraft({ kept: [...draft.kept, pairOf(patient, packageId)] })
    onAnswered()
  }

  function remove(packageId: string) {
    const change = withoutTest(draft, patient, packageId)
    if (!change) return
    const { first, ...rest } = change
    if (first === undefined) {
      updateDraft(rest)
      return onAnswered()
    }
    storeDraftOf(userId, first, { ...draft, ...rest })
    navigate(bookPath(first))
  }

  if (name === undefined || shown.length === 0) return null
  return (
    <ul aria-label={texts.label} className="mt-4 grid gap-2">
      {shown.map(({ item, lastOn, tooSoonUntil }) => (
        <li key={item.id} className="flex gap-3 rounded-xl bg-sunken px-3.5 py-3">
          <Hourglass className="mt-0.5 size-4 shrink-0 text-ink-soft" aria-hidden />
          <div className="min-w-0 grow">
            <p>
              {texts.measured(
                patient === null ? null : name,
                item.name,
                dateText(lastOn),
                dateText(tooSoonUntil),
              )}
            </p>
            <p className="mt-0.5 text-ink-soft text-xs">{texts.note}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" variant="outline" className="max-sm:grow" onClick={() => keep(item.id)}>
                <Named of={item.name}>{texts.keep}</Named>
              </Button>
              {withoutTest(draft, patient, item.id) ? (
                <Button size="sm" variant="ghost" className="max-sm:grow" onClick={() => remove(item.id)}>
                  <Named of={item.name}>{texts.remove}</Named>
                </Button>
              ) : (
                <ButtonLink size="sm" variant="ghost" className="max-sm:grow" to={paths.tests}>
                  {texts.another}
                </ButtonLink>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/**
 * The visit without a test of a person, where others get it or none does any more.
 * @returns the change of the draft; `first`: another test is to be that of the address; null: nothing would be left to book
 */
export function withoutTest(
  draft: Draft,
  patient: Patient,
  packageId: string,
): (Partial<Draft> & { first?: string }) | null {
  const getsIt = itemsOf(draft).filter(({ packageIds }) => packageIds.includes(packageId))
  const isForOthers = getsIt.some(({ familyMemberId }) => familyMemberId !== patient)
  const [own] = itemsOf(draft).filter(({ familyMemberId }) => familyMemberId === patient)
  // a person without any test leaves the visit
  const remaining = own?.packageIds.filter((id) => id !== packageId) ?? []
  if (remaining.length === 0 && patientsOf(draft).length === 1) return null
  const skipped = [...draft.skipped, pairOf(patient, packageId)]
  const [familyMemberId = null, ...otherPatients] =
    remaining.length > 0 ? patientsOf(draft) : patientsOf(draft).filter((each) => each !== patient)
  const people = { familyMemberId, otherPatients }
  if (isForOthers) return { ...people, skipped }
  const [first, ...extraPackageIds] = chosenPackageIds(draft).filter((id) => id !== packageId)
  if (first === undefined) return null
  return { ...people, skipped: draft.skipped, extraPackageIds, ...(first !== draft.packageId && { first }) }
}
