import { hashVisitCode, visitCodeTriesADay } from '@jaanch/collection/visit-code'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import { clockText, dateText } from '@/lib/format/dates'
import { Button, ButtonLink } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyDialog } from '@/ui/lazy-part'
import { isDrawn, isPersonDone, type Person, type Visit } from './local-round'
import { visitPath } from './round-frame'
import { Step } from './steps'
import * as texts from './texts'
import { TubeList } from './tube-list'
import type { RoundControl } from './use-round'

const ConfirmDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

/** By booking: the wrong codes that were tried on this phone, and those that no check of the person has sent yet */
const wrongCodes = new Map<string, { all: string[]; unsent: string[] }>()
const noCodes = { all: [], unsent: [] }

type PersonStepsProps = {
  person: Person
  visit: Visit
  round: RoundControl
  /** Arrived, and fasting where that is needed */
  isReady: boolean
  /** The one person of the visit whose steps are open */
  isOpen: boolean
  onOpen: () => void
}

/** Identifies the person, then lists the tubes, or says why there are none. */
export function PersonSteps({
  person,
  visit,
  round,
  isReady: isVisitReady,
  isOpen,
  onOpen,
}: PersonStepsProps) {
  const { patient, orderNumber, tests, custody } = person
  const { identity, outcome, tubes } = custody
  const name = patient?.name ?? ''
  const drawn = tubes.filter((tube) => tube.drawn).length
  const isFailed = outcome !== null && drawn === 0
  const isReady = isVisitReady && isOpen
  return (
    <section aria-label={name} className="grid gap-2">
      <div className="mt-2 px-1">
        <h2 className="font-semibold text-base">{name}</h2>
        <p className="text-ink-soft text-xs">
          {[texts.personText(person), orderNumber].filter(Boolean).join(' · ')}
        </p>
        <p className="text-ink-soft text-xs">{tests.join(', ')}</p>
      </div>
      <ol className="grid gap-2">
        {isFailed ? (
          <Step
            title={texts.outcome.recorded}
            state="failed"
            result={`${texts.outcome.names[outcome.outcome]}, ${clockText(new Date(outcome.at))}`}
          >
            <p className="text-sm">{texts.outcome.next[outcome.outcome]}</p>
            <DeskButton round={round} />
          </Step>
        ) : (
          <>
            <Step
              title={texts.person.identity}
              state={identity ? 'done' : isReady ? 'now' : 'later'}
              result={identity && texts.person.confirmed(clockText(new Date(identity.at)))}
            >
              {!identity && isReady && <Identity person={person} round={round} />}
            </Step>
            <Step
              title={texts.person.tubes}
              state={isDrawn(person) ? 'done' : identity && isReady ? 'now' : 'later'}
              result={texts.person.summary(drawn, tubes.length)}
            >
              {identity && isReady && !isDrawn(person) && <TubeList person={person} round={round} />}
            </Step>
          </>
        )}
      </ol>
      {isVisitReady && !isOpen && !isPersonDone(person) && (
        <Button variant="soft" size="lg" className="h-auto whitespace-normal py-2 text-sm" onClick={onOpen}>
          {texts.visit.goOnWith(name)}
        </Button>
      )}
      {isReady && !isPersonDone(person) && drawn === 0 && visit.people.length > 1 && (
        <ButtonLink
          to={visitPath(visit, { unable: person.bookingId })}
          variant="ghost"
          size="lg"
          className="h-auto whitespace-normal py-2 text-center text-sm"
        >
          {texts.visit.unableFor(name)}
        </ButtonLink>
      )}
    </section>
  )
}

function Identity({ person, round }: { person: Person; round: RoundControl }) {
  const { patient, custody, visitCode } = person
  const [isByCode, setByCode] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [{ all: wrong, unsent }, setTried] = useState(wrongCodes.get(person.bookingId) ?? noCodes)

  function keepTried(tried: { all: string[]; unsent: string[] }): void {
    wrongCodes.set(person.bookingId, tried)
    setTried(tried)
  }

  async function identify(
    isConfirmed: boolean,
    method: 'code' | 'name-and-birth-date' = 'name-and-birth-date',
  ) {
    await round.record(person, {
      type: 'identify',
      method,
      isConfirmed,
      ...(method === 'code' && { code }),
      ...(unsent.length > 0 && { wrongCodes: unsent }),
    })
    keepTried({ all: wrong, unsent: [] })
  }

  async function checkCode() {
    const isRight = visitCode !== null && (await isCodeOf(visitCode, code))
    setWrong(!isRight)
    if (isRight) return identify(true, 'code')
    keepTried({ all: [...wrong, code], unsent: [...unsent, code] })
  }

  return (
    <>
      {custody.mismatches > 0 && (
        <p role="alert" className="flex gap-2 rounded-lg bg-error-soft p-3 font-semibold text-error">
          <UserX className="mt-0.5 size-5 shrink-0" aria-hidden />
          {texts.person.mismatch}
        </p>
      )}
      <p className="text-ink-soft">{patient?.dateOfBirth ? texts.person.ask : texts.person.askName}</p>
      <p className="rounded-lg bg-sunken px-3.5 py-2.5">
        <span className="block font-semibold text-base">{patient?.name}</span>
        <span className="block tabular-nums">
          {patient?.dateOfBirth ? texts.person.born(dateText(patient.dateOfBirth)) : texts.person.noBirthDate}
        </span>
      </p>
      <Button size="lg" onClick={() => void identify(true)}>
        {patient?.dateOfBirth ? texts.person.matches : texts.person.nameMatches}
      </Button>
      <div className="flex flex-wrap gap-2 *:grow">
        {visitCode && !isByCode && wrong.length < visitCodeTriesADay && (
          <Button variant="outline" size="lg" className="px-2 text-sm" onClick={() => setByCode(true)}>
            {texts.person.useCode}
          </Button>
        )}
        <Button variant="danger" size="lg" className="px-2 text-sm" onClick={() => setAsking(true)}>
          {texts.person.differs}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          {...texts.person.differsQuestion(patient?.name ?? '')}
          onConfirm={() => identify(false)}
          onClose={() => setAsking(false)}
        />
      )}
      {isByCode && wrong.length >= visitCodeTriesADay && (
        <p role="alert" className="text-error">
          {texts.person.codeLocked}
        </p>
      )}
      {isByCode && wrong.length < visitCodeTriesADay && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void checkCode()
          }}
        >
          <Field label={texts.person.code} error={isWrong ? texts.person.wrongCode : undefined}>
            <Input
              className="h-12 text-center font-mono tracking-[0.5em]"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={code}
              onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
            />
          </Field>
          <Button type="submit" variant="soft" size="lg" disabled={code.length < 4}>
            {texts.person.checkCode}
          </Button>
        </form>
      )}
    </>
  )
}

/** Without TLS the browser hashes nothing: then only the server checks. */
async function isCodeOf({ salt, hash }: NonNullable<Person['visitCode']>, code: string): Promise<boolean> {
  return crypto.subtle === undefined || (await hashVisitCode(salt, code)) === hash
}

function DeskButton({ round: { round } }: { round: RoundControl }) {
  if (!round?.lab.phone) return null
  return (
    <a
      href={`tel:${round.lab.phone}`}
      className="inline-flex min-h-12 items-center justify-center rounded-lg bg-brand-soft px-4 font-semibold text-brand-ink"
    >
      {texts.visit.callDesk}
    </a>
  )
}
