import { type CollectionOutcome, collectionOutcomes } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button, ButtonLink } from '@/ui/button'
import { Choices } from './choices'
import { ContactButtons } from './contact-buttons'
import type { Visit } from './local-round'
import { RoundFrame } from './round-frame'
import { end as endTexts, outcome as texts } from './texts'
import type { RoundControl } from './use-round'
import { visitName } from './visit-names'

const options = collectionOutcomes.map((value) => ({
  value,
  label: texts.names[value],
  description: texts.next[value],
}))

type UnableViewProps = {
  visit: Visit
  round: RoundControl
  /** A booking id, or 'all' */
  of: string
  why: CollectionOutcome | undefined
}

/** Why nothing is drawn from a person, or from everybody of a visit, with what follows from each reason. */
export function UnableView({ visit, round, of, why }: UnableViewProps) {
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<CollectionOutcome | undefined>(why)
  const people = visit.people.filter(
    ({ bookingId, custody }) =>
      (of === 'all' || of === bookingId) && !custody.tubes.some(({ drawn }) => drawn),
  )
  const name = of === 'all' ? visitName(visit) : (people[0]?.patient?.name ?? '')
  const visitPath = `?${new URLSearchParams({ visit: visit.id })}`

  async function record() {
    if (!outcome) return
    for (const person of people) if (!(await round.record(person, { type: 'fail', outcome }))) return
    navigate(visitPath, { replace: true })
  }

  return (
    <RoundFrame title={texts.title} lead={name} round={round} back={visitPath}>
      <ContactButtons visit={visit} />
      <Choices label={texts.what} value={outcome} onChange={setOutcome} options={options} />
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to={visitPath} replace variant="outline" size="lg">
          {endTexts.cancel}
        </ButtonLink>
        <Button size="lg" disabled={!outcome || people.length === 0} onClick={() => void record()}>
          {texts.record}
        </Button>
      </div>
    </RoundFrame>
  )
}
