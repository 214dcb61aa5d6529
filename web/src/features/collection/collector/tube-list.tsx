import { bareCode, labelCode, parseLabelCode } from '@jaanch/collection/barcode'
import type { PhoneRound } from '@jaanch/collection/rounds/api'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { ScanCode } from '@/features/collection/scan/scan-code'
import { cn } from '@/lib/class-names'
import { clockText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { isDrawn, type Person } from './local-round'
import * as texts from './texts'
import type { RoundControl } from './use-round'

/** The tubes of a person in the order of draw. A scan says which one was filled; by hand it can be said of each, or of all. */
export function TubeList({ person, round }: { person: Person; round: RoundControl }) {
  const { orderNumber, custody } = person
  const left = custody.tubes.filter(({ drawn }) => !drawn)
  const [chosen, setChosen] = useState<number>()
  const [problem, setProblem] = useState<keyof typeof texts.problems>()
  const inHand = left.find(({ number }) => number === chosen)?.number ?? left[0]?.number

  function draw(tubes: { number: number; code?: string }[]) {
    setProblem(undefined)
    setChosen(undefined)
    void round.record(person, { type: 'draw', tubes })
  }

  function take(code: string) {
    if (!round.round || inHand === undefined) return
    const read = readTube(round.round, person, code, inHand)
    if ('problem' in read) setProblem(read.problem)
    else if (custody.tubes.some(({ number, drawn }) => number === read.tube && !drawn))
      draw([{ number: read.tube, code }])
  }

  if (orderNumber === null) return <p className="text-ink-soft">{texts.person.noOrder}</p>
  return (
    <>
      <ol className="grid divide-y rounded-lg border">
        {custody.tubes.map(({ number, specimen, container, code, drawn }) => (
          <li
            key={number}
            className={cn('flex items-center gap-3 py-2 pr-2 pl-3', number === inHand && 'bg-brand-soft/60')}
          >
            <button
              type="button"
              disabled={drawn !== null || left.length < 2}
              aria-label={texts.person.take(number)}
              aria-pressed={number === inHand}
              className="grid size-12 shrink-0 place-items-center rounded-full font-semibold tabular-nums disabled:opacity-100"
              onClick={() => setChosen(number)}
            >
              <span
                className={cn(
                  'grid size-8 place-items-center rounded-full [&_svg]:size-5',
                  drawn
                    ? 'bg-success-soft text-success'
                    : number === inHand
                      ? 'bg-brand text-on-brand'
                      : 'bg-sunken text-ink-soft',
                )}
              >
                {drawn ? <Check aria-hidden /> : number}
              </span>
            </button>
            <span className="min-w-0 grow">
              <span className="block font-semibold leading-snug">{container ?? specimen}</span>
              {container && <span className="block text-ink-soft text-xs">{specimen}</span>}
              <span className="block font-mono text-ink-soft text-xs [overflow-wrap:anywhere]">
                {code ?? labelCode(orderNumber, number)}
              </span>
            </span>
            {drawn ? (
              <span className="shrink-0 pr-1 text-success text-xs tabular-nums">
                <span className="sr-only">{texts.person.drawn} </span>
                {clockText(new Date(drawn.at))}
              </span>
            ) : (
              <Button
                variant="outline"
                className="min-h-12 px-3"
                aria-label={`${texts.person.markDrawn}: ${number}`}
                onClick={() => draw([{ number }])}
              >
                {texts.person.drawn}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {problem && (
        <p role="alert" className="rounded-lg bg-error-soft p-3 font-semibold text-error">
          {texts.problems[problem]}
        </p>
      )}
      {!isDrawn(person) && (
        <>
          <ScanCode label={texts.person.scan} onCode={take} />
          <Button size="lg" onClick={() => draw(left.map(({ number }) => ({ number })))}>
            {texts.person.markAll}
          </Button>
        </>
      )}
    </>
  )
}

type ReadTube = { tube: number } | { problem: 'wrong-tube' | 'tube-of-another-visit' }

/**
 * Which tube of a person a code means: its own label, or a pre-printed barcode, which is bound to the tube that is next. The server
 * knows more: this finds what the round itself shows.
 * @param next number of the tube in hand
 */
export function readTube(
  round: Pick<PhoneRound, 'visits'>,
  { bookingId, orderNumber, custody }: Person,
  code: string,
  next: number,
): ReadTube {
  const label = parseLabelCode(code)
  if (label) {
    if (label.orderNumber !== orderNumber) return { problem: 'tube-of-another-visit' }
    const isOne = custody.tubes.some(({ number }) => number === label.tube)
    return isOne ? { tube: label.tube } : { problem: 'wrong-tube' }
  }
  const bare = bareCode(code)
  const others = round.visits.flatMap(({ people }) => people).filter((each) => each.bookingId !== bookingId)
  if (others.some((each) => each.custody.tubes.some((tube) => tube.code === bare)))
    return { problem: 'tube-of-another-visit' }
  const bound = custody.tubes.find((tube) => tube.code === bare)
  if (bound && bound.number !== next) return { problem: 'wrong-tube' }
  return { tube: next }
}
