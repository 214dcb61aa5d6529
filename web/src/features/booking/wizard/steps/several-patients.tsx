import type { PackageView } from '@jaanch/catalogue/packages/api'
import { useEffect } from 'react'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { Checkbox } from '@/ui/checkbox'
import type { usePeople } from '../people'
import { useWizard } from '../use-wizard'
import { itemsOf, maxPeople, type Patient, pairOf, patientsOf } from '../visit'

const texts = {
  inOneVisit: 'Everybody in one visit.',
  chooseTests: 'Choose who gets which test.',
  testsFor: (name: string) => `Tests for ${name}`,
  youGetNone: 'You get no test yet.',
  getsNone: (name: string) => `${name} gets no test yet.`,
  nobodyGets: (test: string) => `Nobody gets ${test} yet.`,
}

type People = ReturnType<typeof usePeople>['people']

/** A checkbox for each person, and below those who are chosen one for each of their tests. */
export function SeveralPatients({ people }: { people: People }) {
  const { packages, draft, updateDraft } = useWizard()
  const patients = patientsOf(draft)
  const items = itemsOf(draft)
  const testsOf = (patient: Patient) =>
    items.find(({ familyMemberId }) => familyMemberId === patient)?.packageIds ?? []
  useSkipUnsuitable(people)

  function choosePeople(next: readonly Patient[]) {
    const [familyMemberId = null, ...otherPatients] = people
      .map(({ id }) => id)
      .filter((id) => next.includes(id))
    updateDraft({ familyMemberId, otherPatients })
  }

  function chooseTest(patient: Patient, { id }: PackageView, isWanted: boolean) {
    const pair = pairOf(patient, id)
    const others = draft.skipped.filter((each) => each !== pair)
    updateDraft({ skipped: isWanted ? others : [...others, pair] })
  }

  return (
    <>
      <fieldset className="grid min-w-0 grid-cols-1 gap-3">
        <legend className="mb-3 text-ink-soft">
          {texts.inOneVisit} {packages.length > 1 && texts.chooseTests}
        </legend>
        {people.map((person) => {
          const isChosen = patients.includes(person.id)
          const isShown = isChosen && (packages.length > 1 || packages.some(person.reasonAgainst))
          return (
            <div
              key={person.id}
              className={cn(
                'rounded-xl border bg-surface transition-colors',
                isChosen && 'border-brand ring-1 ring-brand',
              )}
            >
              <Checkbox
                checked={isChosen}
                disabled={isChosen ? patients.length === 1 : patients.length >= maxPeople}
                onChange={(isWanted) =>
                  choosePeople(
                    isWanted ? [...patients, person.id] : patients.filter((id) => id !== person.id),
                  )
                }
                className={cn('min-h-14 cursor-pointer px-3.5 py-2', isShown && 'border-b')}
              >
                <span className="min-w-0">
                  <span className="block font-semibold">{person.name}</span>
                  {person.description && (
                    <span className="block text-ink-soft text-xs">{person.description}</span>
                  )}
                </span>
              </Checkbox>
              {isShown && (
                <fieldset className="py-1.5 pr-3.5 pl-6">
                  <legend className="sr-only">{texts.testsFor(person.name)}</legend>
                  {packages.map((item) => (
                    <Test
                      key={item.id}
                      item={item}
                      reason={person.reasonAgainst(item)}
                      checked={testsOf(person.id).includes(item.id)}
                      onChange={(isWanted) => chooseTest(person.id, item, isWanted)}
                    />
                  ))}
                </fieldset>
              )}
            </div>
          )
        })}
      </fieldset>
      <Problems people={people} />
    </>
  )
}

type TestProps = {
  item: PackageView
  reason: string | undefined
  checked: boolean
  onChange: (isWanted: boolean) => void
}

function Test({ item, reason, checked, onChange }: TestProps) {
  return (
    <Checkbox
      checked={checked}
      disabled={Boolean(reason) && !checked}
      onChange={onChange}
      className="cursor-pointer"
    >
      <span className="min-w-0 grow">
        {item.name}
        {reason && <span className="block text-error text-xs">{reason}</span>}
      </span>
      <span className="shrink-0 tabular-nums">{rupeesText(item.price)}</span>
    </Checkbox>
  )
}

function Problems({ people }: { people: People }) {
  const { packages, draft } = useWizard()
  const items = itemsOf(draft)
  const without = people.filter(({ id }) =>
    items.some(({ familyMemberId, packageIds }) => familyMemberId === id && packageIds.length === 0),
  )
  const unwanted = packages.filter(({ id }) => !items.some(({ packageIds }) => packageIds.includes(id)))
  return (
    <div role="status" className="text-error not-empty:mt-3">
      {without.map(({ id, name }) => (
        <p key={id}>{id === null ? texts.youGetNone : texts.getsNone(name)}</p>
      ))}
      {unwanted.map(({ id, name }) => (
        <p key={id}>{texts.nobodyGets(name)}</p>
      ))}
    </div>
  )
}

/** Takes out tests that are known not to suit a person. */
function useSkipUnsuitable(people: People) {
  const { packages, draft, updateDraft } = useWizard()
  const unsuitable = people
    .filter(({ id }) => patientsOf(draft).includes(id))
    .flatMap(({ id, reasonAgainst }) => packages.filter(reasonAgainst).map((item) => pairOf(id, item.id)))
    .filter((pair) => !draft.skipped.includes(pair))
  const key = unsuitable.join()
  useEffect(() => {
    if (key) updateDraft({ skipped: [...draft.skipped, ...key.split(',')] })
  }, [key, draft.skipped, updateDraft])
}
